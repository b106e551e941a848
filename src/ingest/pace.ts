import { setImmediate } from 'node:timers/promises';

/** Longest work in one go, in milliseconds: the editor's own work waits as long. */
const SLICE = 4;

/** Lets others work: long work calls `rest` often, and that gives way once a slice of time is used up. */
export class Pace {
  readonly #clock: () => number;
  #since: number;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
    this.#since = clock();
  }

  get isUsedUp(): boolean {
    return this.#clock() - this.#since >= SLICE;
  }

  async rest(): Promise<void> {
    if (!this.isUsedUp) return;
    await setImmediate();
    this.#since = this.#clock();
  }
}
