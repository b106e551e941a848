import { LevelWatch } from './levelWatch';

/** A counter of no-progress reads: all of them, and the certain ones alone. */
export class Streak {
  readonly levels: LevelWatch;
  #count = 0;
  #certain = 0;

  constructor(levels = new LevelWatch()) {
    this.levels = levels;
  }

  copy(): Streak {
    const copy = new Streak(this.levels.copy());
    copy.#count = this.#count;
    copy.#certain = this.#certain;
    return copy;
  }

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
