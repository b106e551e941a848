/** Texts that are larger, in UTF-16 code units, are not kept; nor more than so many in all. */
export const LARGEST = 2 ** 20;
export const MOST_HELD = 8 * 2 ** 20;
/** Texts of one document that are kept, the present one too. */
export const MOST_TEXTS = 4;

/** The last texts of each of some documents, bounded: those of documents that changed longest ago go first. */
export class KeptTexts<K> {
  /** The document that changed last comes last. */
  readonly #texts = new Map<K, readonly string[]>();
  #held = 0;

  /** UTF-16 code units of all texts. */
  get held(): number {
    return this.#held;
  }

  has(key: K): boolean {
    return this.#texts.has(key);
  }

  /** Oldest first. */
  of(key: K): readonly string[] {
    return this.#texts.get(key) ?? [];
  }

  add(key: K, text: string): void {
    const texts = this.of(key);
    if (text === texts.at(-1)) return;
    this.delete(key);
    if (text.length > LARGEST) return;
    const kept = [...texts, text].slice(-MOST_TEXTS);
    this.#texts.set(key, kept);
    this.#held += lengthOf(kept);
    for (const oldest of this.#texts.keys()) {
      if (this.#held <= MOST_HELD) return;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    this.#held -= lengthOf(this.of(key));
    this.#texts.delete(key);
  }

  clear(): void {
    this.#texts.clear();
    this.#held = 0;
  }
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}
