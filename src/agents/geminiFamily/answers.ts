import type { LineHasher } from '../../text/lineHash';
import { dropOldest } from '../../text/maps';

const MOST_ANSWERS = 20_000;

/** The answers that were given, by call: not their texts, but what tells these from others. */
export class Answers {
  readonly #hasher: LineHasher;
  readonly #given = new Map<string, string>();

  constructor(hasher: LineHasher) {
    this.#hasher = hasher;
  }

  give(call: string, text: string): void {
    this.#given.set(call, this.#fingerprint(text));
    dropOldest(this.#given, MOST_ANSWERS);
  }

  has(call: string): boolean {
    return this.#given.has(call);
  }

  /** Whether this is the text that was given. */
  isSame(call: string, text: string | undefined): boolean {
    return text !== undefined && this.#given.get(call) === this.#fingerprint(text);
  }

  take(call: string): void {
    this.#given.delete(call);
  }

  clear(): void {
    this.#given.clear();
  }

  /** In the order in which they were given. */
  calls(): string[] {
    return [...this.#given.keys()];
  }

  #fingerprint(text: string): string {
    return `${text.length}:${this.#hasher.line(text)}`;
  }
}
