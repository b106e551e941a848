import type { LevelSettings } from './settings';
import type { Level } from './views';

/** From the lowest to the highest. */
export const LEVELS: readonly Level[] = ['notice', 'warning', 'stop'];

/** Few counters ever fire. */
const NONE: readonly Level[] = [];

/** The levels of one counter: each fires once, until the counter is armed again. */
export class LevelWatch {
  readonly #base: number;
  readonly #certainBase: number;
  #fired = NONE;

  /** What the counters stood at when a person spoke, resumed or snoozed last: levels count from there. */
  constructor(base = 0, certainBase = 0) {
    this.#base = base;
    this.#certainBase = certainBase;
  }

  copy(): LevelWatch {
    const copy = new LevelWatch(this.#base, this.#certainBase);
    copy.#fired = this.#fired;
    return copy;
  }

  /**
   * The highest level that the counter reaches now and had not fired yet. A stop counts only certain reads, is fired only
   * by one, and comes only where the warning has fired, unless warnings are off.
   */
  fire(count: number, certain: number, isCertain: boolean, settings: LevelSettings): Level | null {
    let highest: Level | null = null;
    for (const level of LEVELS) {
      const threshold = settings[level];
      if (threshold <= 0 || this.#fired.includes(level)) continue;
      const reached = level === 'stop' ? certain - this.#certainBase : count - this.#base;
      if (reached < threshold) continue;
      if (level === 'stop' && !isCertain) continue;
      if (level === 'stop' && settings.warning > 0 && !this.#fired.includes('warning')) continue;
      this.#fired = [...this.#fired, level];
      highest = level;
    }
    return highest;
  }
}
