import { forEachLine } from './lines';

/**
 * Keyed 32-bit hashes of lines. They tell whether two lines are the same text and nothing else: without the key, the
 * text of a short line cannot be guessed from its hash. One hasher (one key) an installation.
 *
 * Not cryptographic: the key keeps guesses out, and a collision (1 in 4 billion a pair of lines) loses at most the sight
 * of one changed line.
 */
export class LineHasher {
  readonly #seed: number;
  readonly #salt: number;

  /** @param key two 32-bit numbers, secret, kept by the caller */
  constructor(key: readonly [number, number]) {
    this.#seed = key[0] >>> 0;
    this.#salt = key[1] >>> 0;
  }

  /** For another thread that is to make the same hashes; to be written nowhere. */
  get key(): readonly [number, number] {
    return [this.#seed, this.#salt];
  }

  /** Hash of `text` from `start` to `end` (UTF-16 code units), as an unsigned 32-bit number. */
  line(text: string, start = 0, end = text.length): number {
    let h = this.#seed ^ Math.imul(end - start, 0x9e3779b1);
    for (let i = start; i < end; i++) {
      h = Math.imul(h ^ text.charCodeAt(i), 0x85ebca6b);
      h = (h << 13) | (h >>> 19);
    }
    h ^= this.#salt;
    h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
    h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
    return (h ^ (h >>> 16)) >>> 0;
  }

  /** One hash a line of the text, by the rule of lines.ts. */
  lines(text: string): Uint32Array {
    const hashes: number[] = [];
    forEachLine(text, (start, end) => hashes.push(this.line(text, start, end)));
    return Uint32Array.from(hashes);
  }

  /** Tells whether hashes were made with this key, without giving the key away. */
  get fingerprint(): string {
    return this.line('fingerprint of a line hasher').toString(16).padStart(8, '0');
  }

  /** One hash an item. */
  each(lines: readonly string[]): Uint32Array {
    const hashes = new Uint32Array(lines.length);
    // Much quicker than `Uint32Array.from` with a function.
    let at = 0;
    for (const line of lines) hashes[at++] = this.line(line);
    return hashes;
  }
}
