/** Lets so many through at once, and so many a second on average. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #atOnce: number;
  readonly #now: () => number;
  #left: number;
  #since: number;

  /** @param now milliseconds, never going back */
  constructor(perSecond: number, atOnce: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#atOnce = atOnce;
    this.#now = now;
    this.#left = atOnce;
    this.#since = now();
  }

  /** Whether one more may pass. */
  take(): boolean {
    const now = this.#now();
    this.#left = Math.min(this.#atOnce, this.#left + ((now - this.#since) / 1000) * this.#perSecond);
    this.#since = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
