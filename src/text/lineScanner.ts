import type { LineHasher } from './lineHash';
import { forEachLine } from './lines';

/** Hashes the lines of a text that arrives in pieces, and notices a lone CR, which editors take for a line end. */
export class LineScanner {
  readonly #hasher: LineHasher;
  readonly #hashes: number[] = [];
  #rest = '';
  #loneCr = false;

  constructor(hasher: LineHasher) {
    this.#hasher = hasher;
  }

  add(piece: string): void {
    const end = piece.lastIndexOf('\n') + 1;
    if (end === 0) {
      this.#rest += piece;
      return;
    }
    this.#scan(this.#rest + piece.slice(0, end));
    this.#rest = piece.slice(end);
  }

  /** What was found, once the last piece is in. */
  finish(): { readonly hashes: Uint32Array; readonly loneCr: boolean } {
    this.#scan(this.#rest);
    this.#rest = '';
    return { hashes: Uint32Array.from(this.#hashes), loneCr: this.#loneCr };
  }

  #scan(text: string): void {
    this.#loneCr ||= text.includes('\r') && /\r(?!\n)/.test(text);
    forEachLine(text, (start, end) => this.#hashes.push(this.#hasher.line(text, start, end)));
  }
}
