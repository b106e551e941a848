import { MOST_FAILURES } from './limits';

/** Whether a read failed as one did before. */
export type Failing =
  /** This way for the first time, or asked otherwise. */
  | 'new'
  /** As before; since then, something happened that may have changed the answer. */
  | 'retried'
  /** As before, and nothing was done about it. */
  | 'again';

interface Failure {
  /** What was asked for. */
  readonly request: string;
  /** Of the deeds at the time. */
  readonly deeds: number;
  /** It was told that this failed again. */
  readonly told: boolean;
}

/** The failing reads of one actor. Bounded: of those beyond, each is new. */
export class Failures {
  count = 0;
  /** Those of a path and an error that failed before. */
  repeats = 0;
  readonly #seen: Map<string, Failure>;
  /** Grows with everything that may change the answer to a read. */
  #deeds = 0;

  constructor(original?: Failures) {
    this.#seen = new Map(original === undefined ? [] : original.#seen);
    if (original === undefined) return;
    this.count = original.count;
    this.repeats = original.repeats;
    this.#deeds = original.#deeds;
  }

  /** Something was changed or run, or a person spoke: to try again is no loop. */
  acted(): void {
    this.#deeds++;
  }

  /** @returns how it failed, and whether it is to be told that it fails again: once until something is done */
  fail(path: string, error: string, request: string): { readonly failing: Failing; readonly tell: boolean } {
    this.count++;
    const key = `${path}\u0000${error}`;
    const known = this.#seen.get(key);
    if (known !== undefined) this.repeats++;
    else if (this.#seen.size >= MOST_FAILURES) return { failing: 'new', tell: false };
    const failing = known?.request !== request ? 'new' : known.deeds === this.#deeds ? 'again' : 'retried';
    const tell = failing === 'again' && known?.told === false;
    const told = failing === 'again';
    this.#seen.set(key, { request, deeds: this.#deeds, told });
    return { failing, tell };
  }
}
