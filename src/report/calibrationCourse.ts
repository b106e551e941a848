/** What a read without progress fires. */
export interface Raised {
  /** The one threshold that it reaches as a level that counts every read. */
  readonly reached: number;
  /** The thresholds that it reaches as the stop level: all of these. */
  readonly stopped: { readonly from: number; readonly to: number };
}

/**
 * The course of one counter, followed from the outside by its values. Between two re-armings it grows by one at a time,
 * so one walk tells of each threshold when it would have fired: no need to replay for each.
 */
export class CounterCourse {
  readonly #warning: number;
  #count = 0;
  #certain = 0;
  /** The values that levels count from. */
  #base = 0;
  #certainBase = 0;
  /** Highest stop level that has fired. */
  #stopped = 0;
  #prompts: number;

  /** @param prompts that were heard before, see `raise` */
  constructor(warning: number, prompts: number) {
    this.#warning = warning;
    this.#prompts = prompts;
  }

  /**
   * A read without progress was counted.
   *
   * @param count the counter's value after it
   * @param prompts heard in the session so far: each re-arms the levels
   */
  raise(count: number, isCertain: boolean, prompts: number): Raised {
    if (prompts !== this.#prompts) this.#restart(prompts, this.#count, this.#certain);
    if (count !== this.#count + 1) {
      this.#certain = 0;
      this.#restart(prompts, 0, 0);
    }
    this.#count = count;
    if (isCertain) this.#certain++;
    const reached = count - this.#base;
    const from = this.#stopped + 1;
    if (isCertain && (this.#warning <= 0 || reached >= this.#warning)) {
      this.#stopped = this.#certain - this.#certainBase;
    }
    return { reached, stopped: { from, to: this.#stopped } };
  }

  #restart(prompts: number, base: number, certainBase: number): void {
    this.#prompts = prompts;
    this.#base = base;
    this.#certainBase = certainBase;
    this.#stopped = 0;
  }
}

/** The same of idle turns, which no prompt re-arms. */
export class IdleCourse {
  #fired = 0;

  /**
   * @param reached the largest allowance that is used up now
   * @returns the allowances that this event used up, if any
   */
  reach(reached: number): { readonly from: number; readonly to: number } {
    const from = this.#fired + 1;
    // It only ever falls to nothing.
    this.#fired = reached;
    return { from, to: reached };
  }
}
