import { type FiringPlace, type Firings, NO_READING, type Reading, sumOf } from './calibration';

/** The first time that something fired for an actor. */
export interface FirstFiring extends FiringPlace {
  /** What the actor had read by then. */
  readonly before: Reading;
}

/** Collects what one threshold of one detector would have done. */
export class Slot {
  #times = 0;
  #sessions = 0;
  readonly #reads: number[] = [];
  #first: FiringPlace | null = null;
  #afterwards = NO_READING;

  fired(): void {
    this.#times++;
  }

  firedInSession(): void {
    this.#sessions++;
  }

  /** An actor for which it fired is done. */
  add({ before: _, ...place }: FirstFiring, afterwards: Reading): void {
    this.#reads.push(place.reads);
    this.#afterwards = sumOf(this.#afterwards, afterwards);
    if (this.#first === null || place.reads < this.#first.reads) this.#first = place;
  }

  firings(): Firings {
    const sorted = this.#reads.toSorted((a, b) => a - b);
    const least = sorted[0];
    const median = sorted[(sorted.length - 1) >> 1];
    return {
      sessions: this.#sessions,
      actors: sorted.length,
      times: this.#times,
      afterReads: least === undefined || median === undefined ? null : { median, least },
      first: this.#first,
      afterwards: this.#afterwards,
    };
  }
}
