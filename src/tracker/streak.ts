import { LevelWatch } from './levelWatch';

/** A counter of no-progress reads: all of them, and the certain ones alone. */
export class Streak {
  readonly levels = new LevelWatch();
  #count = 0;
  #certain = 0;

  get count(): number {
    return this.#count;
  }

  /** The certain reads among them. */
  get certain(): number {
    return this.#certain;
  }

  raise(certain: boolean): void {
    this.#count++;
    if (certain) this.#certain++;
  }

  reset(): void {
    this.#count = 0;
    this.#certain = 0;
    this.levels.reset();
  }

  /** A person spoke: levels count from the value of now. */
  rearm(): void {
    this.levels.rearm(this.#count, this.#certain);
  }
}
