import { LineHasher } from '../../../src/text/lineHash';

/** A hasher that remembers what it hashed, so that a line that is credited can be traced back to a text. */
export class KnownTexts extends LineHasher {
  readonly #texts = new Map<number, string>();

  override line(text: string, start = 0, end = text.length): number {
    const hash = super.line(text, start, end);
    if (!this.#texts.has(hash)) this.#texts.set(hash, text.slice(start, end));
    return hash;
  }

  textOf(hash: number): string | undefined {
    return this.#texts.get(hash);
  }

  forget(): void {
    this.#texts.clear();
  }
}
