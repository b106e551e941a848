import { LevelWatch } from './levelWatch';
import type { LevelSettings } from './settings';
import type { Level } from './views';

/** A counter of no-progress reads: all of them, and the certain ones alone; with its levels. */
export class Streak {
  #count = 0;
  #certain = 0;
  /** Null: none has fired, and they count from 0; so it is for nearly all files. */
  #levels: LevelWatch | null = null;

  copy(): Streak {
    const copy = new Streak();
    copy.#count = this.#count;
    copy.#certain = this.#certain;
    copy.#levels = this.#levels?.copy() ?? null;
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
    this.#levels = null;
  }

  /** A person spoke: levels count from the value of now. */
  rearm(): void {
    this.#levels = this.#count === 0 ? null : new LevelWatch(this.#count, this.#certain);
  }

  /**
   * The highest level that a read fires, which raised the counter.
   *
   * @param isCertain of the read
   */
  fire(isCertain: boolean, settings: LevelSettings): Level | null {
    this.#levels ??= new LevelWatch();
    return this.#levels.fire(this.#count, this.#certain, isCertain, settings);
  }
}
