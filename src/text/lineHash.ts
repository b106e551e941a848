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
    let a = this.#start(end - start);
    let b = this.#salt;
    let at = start;
    for (; at + 3 < end; at += 4) {
      a = mixed(a, text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16), FIRST);
      b = mixed(b, text.charCodeAt(at + 2) | (text.charCodeAt(at + 3) << 16), SECOND);
    }
    for (; at < end; at++) a = mixed(a, text.charCodeAt(at), FIRST);
    return this.#finish(a, b);
  }

  /** The hash that `line` gives for a text of these code units, from `start` to `end`. */
  units(units: Uint16Array, start: number, end: number): number {
    let a = this.#start(end - start);
    let b = this.#salt;
    let at = start;
    for (; at + 3 < end; at += 4) {
      a = mixed(a, (units[at] ?? 0) | ((units[at + 1] ?? 0) << 16), FIRST);
      b = mixed(b, (units[at + 2] ?? 0) | ((units[at + 3] ?? 0) << 16), SECOND);
    }
    for (; at < end; at++) a = mixed(a, units[at] ?? 0, FIRST);
    return this.#finish(a, b);
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

  /** Lines of different lengths start differently. */
  #start(length: number): number {
    return this.#seed ^ Math.imul(length, 0x9e3779b1);
  }

  #finish(a: number, b: number): number {
    let h = a ^ Math.imul(b ^ (b >>> 15), 0x2c1b3c6d) ^ this.#salt;
    h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
    h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
    return (h ^ (h >>> 16)) >>> 0;
  }
}

/** Four units a step, two by two: each of the two halves waits only for its own last one. */
const [FIRST, SECOND] = [0x85ebca6b, 0xc2b2ae35];

function mixed(half: number, pair: number, factor: number): number {
  const product = Math.imul(half ^ pair, factor);
  return (product << 13) | (product >>> 19);
}
