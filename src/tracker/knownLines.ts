import type { LineKnowledge } from './views';

const CHUNK_LINES = 256;
const BITMAP_WORDS = CHUNK_LINES / 32;
const SMALLEST = 16;

/**
 * Hashes of some lines of a text, four bytes a line. In chunks, so that one line with a huge number costs no more than
 * any other; a chunk is one array that starts with the bitmap of its known lines and grows with them.
 */
export class KnownLines implements LineKnowledge {
  readonly #chunks = new Map<number, Uint32Array>();
  #highest = 0;
  #known = 0;

  copy(): KnownLines {
    const copy = new KnownLines();
    for (const [index, chunk] of this.#chunks) copy.#chunks.set(index, chunk.slice());
    copy.#highest = this.#highest;
    copy.#known = this.#known;
    return copy;
  }

  get highest(): number {
    return this.#highest;
  }

  get known(): number {
    return this.#known;
  }

  at(line: number): number | undefined {
    const chunk = this.#chunks.get(Math.floor((line - 1) / CHUNK_LINES));
    if (chunk === undefined) return undefined;
    const at = (line - 1) % CHUNK_LINES;
    return ((chunk[at >>> 5] ?? 0) >>> (at & 31)) & 1 ? chunk[BITMAP_WORDS + at] : undefined;
  }

  set(line: number, hash: number): void {
    const index = Math.floor((line - 1) / CHUNK_LINES);
    const at = (line - 1) % CHUNK_LINES;
    const chunk = this.#chunkWithRoom(index, at);
    const word = chunk[at >>> 5] ?? 0;
    const bit = 1 << (at & 31);
    if ((word & bit) === 0) {
      chunk[at >>> 5] = word | bit;
      this.#known++;
      if (line > this.#highest) this.#highest = line;
    }
    chunk[BITMAP_WORDS + at] = hash;
  }

  /** Known lines in order. */
  *[Symbol.iterator](): Generator<[line: number, hash: number]> {
    for (const index of [...this.#chunks.keys()].sort((a, b) => a - b)) {
      const first = index * CHUNK_LINES + 1;
      for (let line = first; line < first + CHUNK_LINES; line++) {
        const hash = this.at(line);
        if (hash !== undefined) yield [line, hash];
      }
    }
  }

  #chunkWithRoom(index: number, at: number): Uint32Array {
    const chunk = this.#chunks.get(index);
    if (chunk !== undefined && at < chunk.length - BITMAP_WORDS) return chunk;
    let room = chunk === undefined ? SMALLEST : 2 * (chunk.length - BITMAP_WORDS);
    while (room <= at) room *= 2;
    const grown = new Uint32Array(BITMAP_WORDS + Math.min(room, CHUNK_LINES));
    if (chunk !== undefined) grown.set(chunk);
    this.#chunks.set(index, grown);
    return grown;
  }
}
