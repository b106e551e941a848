import type { DeliveredEvent, Envelope } from '../../tracker/event';
import type { FileMemory } from '../fileMemory';
import type { ShellRead } from './credit';

/** A read whose lines have no place yet. */
export interface OpenRead {
  readonly path: string;
  /** Looks again, with what is known by now. */
  readonly retry: () => ShellRead | null;
}

interface Waiting extends OpenRead {
  readonly base: Envelope;
  readonly time: number;
}

const MOST_WAITING = 50;

/**
 * Shell reads whose lines could not be placed when they came. A later read may tell where they stand, as long as nothing
 * happened in between that may have changed the file.
 */
export class Unsettled {
  readonly #memory: FileMemory;
  #waiting: Waiting[] = [];

  constructor(memory: FileMemory) {
    this.#memory = memory;
  }

  add(open: OpenRead, base: Envelope): void {
    this.#waiting.push({ ...open, base, time: this.#memory.time });
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift();
  }

  /** What earlier commands showed of a file of which more is known now. */
  settle(path: string): DeliveredEvent[] {
    const settled: DeliveredEvent[] = [];
    this.#waiting = this.#waiting.filter((waiting) => {
      if (waiting.time !== this.#memory.time) return false;
      const read = waiting.path === path ? waiting.retry() : null;
      if (read === null) return true;
      const { form: _form, requested: _requested, outcome: _outcome, bytes: _bytes, ...lines } = read;
      settled.push({ kind: 'delivered', ...waiting.base, ...lines, form: 'shell' });
      return false;
    });
    return settled;
  }

  /** The context is another: what was shown before is not in it. */
  clear(): void {
    this.#waiting = [];
  }
}
