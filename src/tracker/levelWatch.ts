import type { LevelSettings } from './settings';
import type { Level } from './views';

/** From the lowest to the highest. */
export const LEVELS: readonly Level[] = ['notice', 'warning', 'stop'];

/** There are two counters for each file of each actor, of which few ever fire. */
const NONE: readonly Level[] = [];

/** The levels of one counter: each fires once, until the counter is armed again. */
export class LevelWatch {
  /** What the counters stood at when a person spoke last: levels count from there. */
  #base = 0;
  #certainBase = 0;
  #fired = NONE;

  copy(): LevelWatch {
    const copy = new LevelWatch();
    copy.#base = this.#base;
    copy.#certainBase = this.#certainBase;
    copy.#fired = this.#fired;
    return copy;
  }

  /** The counter went back to 0. */
  reset(): void {
    this.#base = 0;
    this.#certainBase = 0;
    this.#fired = NONE;
  }

  /** A person spoke, resumed or snoozed: an episode ends, levels count from here. */
  rearm(count: number, certain: number): void {
    this.reset();
    this.#base = count;
    this.#certainBase = certain;
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
