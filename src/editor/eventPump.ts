/** Longest time that the extension host is kept from its other work at a stretch, ms. */
const SLICE = 8;

/**
 * Hands items on one by one, in order, in slices of time: a long record that is read back never blocks the host. A few
 * items at once, the usual case, are handed on before `push` returns.
 */
export class EventPump<T extends object> {
  readonly #take: (item: T) => void;
  readonly #idle: () => void;
  readonly #now: () => number;
  #waiting: T[] = [];
  #next = 0;
  #scheduled: NodeJS.Immediate | undefined;

  /**
   * @param take must not throw
   * @param idle called each time that nothing waits any more, and between two slices
   */
  constructor(take: (item: T) => void, idle: () => void, now: () => number = () => performance.now()) {
    this.#take = take;
    this.#idle = idle;
    this.#now = now;
  }

  get isBusy(): boolean {
    return this.#next < this.#waiting.length;
  }

  push(items: readonly T[]): void {
    for (const item of items) this.#waiting.push(item);
    if (this.#scheduled === undefined) this.#run();
  }

  #run(): void {
    this.#scheduled = undefined;
    const until = this.#now() + SLICE;
    for (let item = this.#shift(); item !== undefined; item = this.#shift()) {
      this.#take(item);
      if (this.#now() >= until && this.isBusy) {
        this.#scheduled = setImmediate(() => this.#run());
        break;
      }
    }
    this.#idle();
  }

  #shift(): T | undefined {
    const item = this.#waiting[this.#next];
    if (item === undefined) {
      this.#waiting = [];
      this.#next = 0;
    } else this.#next++;
    return item;
  }

  /** Drops what waits. */
  clear(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    this.#waiting = [];
    this.#next = 0;
  }
}
