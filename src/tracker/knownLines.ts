import type { LineKnowledge } from './views';

const CHUNK_LINES = 256;
const BITMAP_WORDS = CHUNK_LINES / 32;
/** Words of a chunk before its hashes: which part of the text it is, and the bitmap of the lines that are known. */
const HEAD = 1 + BITMAP_WORDS;
const SMALLEST = 16;

type Chunk = Uint32Array<ArrayBuffer>;

/**
 * Hashes of some lines of a text, four bytes a line. In chunks, so that one line with a huge number costs no more than
 * any other; a chunk is one array that grows with the lines that are known of it.
 */
export class KnownLines implements LineKnowledge {
  /** In the order of the text. */
  #chunks: Chunk[] = [];
  #highest = 0;
  #known = 0;

  copy(): KnownLines {
    const copy = new KnownLines();
    copy.#chunks = this.#chunks.map((chunk) => chunk.slice());
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
    const chunk = this.#chunk(Math.floor((line - 1) / CHUNK_LINES));
    const at = (line - 1) % CHUNK_LINES;
    return chunk !== undefined && isKnown(chunk, at) ? chunk[HEAD + at] : undefined;
  }

  set(line: number, hash: number): void {
    this.setAll(line, [hash]);
  }

  /** Takes over the hashes of the lines from `start` on. */
  setAll(start: number, hashes: ArrayLike<number>, from = 0, count = hashes.length): void {
    let next = from;
    for (let line = start; line < start + count; ) {
      const at = (line - 1) % CHUNK_LINES;
      const end = Math.min(CHUNK_LINES, at + start + count - line);
      const chunk = this.#chunkWithRoom(Math.floor((line - 1) / CHUNK_LINES), end);
      for (let each = at; each < end; each++) {
        const word = chunk[1 + (each >>> 5)] ?? 0;
        const marked = (word | (1 << (each & 31))) >>> 0;
        if (marked !== word) {
          chunk[1 + (each >>> 5)] = marked;
          this.#known++;
        }
        chunk[HEAD + each] = hashes[next++] ?? 0;
      }
      line += end - at;
    }
    if (count > 0) this.#highest = Math.max(this.#highest, start + count - 1);
  }

  /** How many of the lines `start` to `end` are known. */
  count(start: number, end: number): number {
    return this.compare(start, end, null);
  }

  /**
   * How many of the lines `start` to `end` are known; -1 where one of them has another hash.
   *
   * @param hashes those of the lines, from index `from` on; null: any
   */
  compare(start: number, end: number, hashes: ArrayLike<number> | null, from = 0): number {
    let known = 0;
    for (let line = start; line <= end; ) {
      const first = (line - 1) % CHUNK_LINES;
      const behind = Math.min(CHUNK_LINES, first + end + 1 - line);
      const chunk = this.#chunk(Math.floor((line - 1) / CHUNK_LINES));
      if (chunk !== undefined) {
        const offset = from + line - start - first;
        for (let at = first; at < behind; at++) {
          if (!isKnown(chunk, at)) continue;
          if (hashes !== null && chunk[HEAD + at] !== hashes[offset + at]) return -1;
          known++;
        }
      }
      line += behind - first;
    }
    return known;
  }

  /** Known lines in order. */
  *[Symbol.iterator](): Generator<[line: number, hash: number]> {
    for (const chunk of this.#chunks) {
      const first = (chunk[0] ?? 0) * CHUNK_LINES + 1;
      for (let at = 0; at + HEAD < chunk.length; at++) {
        if (isKnown(chunk, at)) yield [first + at, chunk[HEAD + at] ?? 0];
      }
    }
  }

  /**
   * The same in runs of lines that follow each other: much quicker than line by line. The hashes are those that are kept,
   * to be looked at and not to be held.
   */
  *runs(): Generator<{ readonly start: number; readonly hashes: Uint32Array }> {
    for (const chunk of this.#chunks) {
      const first = (chunk[0] ?? 0) * CHUNK_LINES + 1;
      const room = chunk.length - HEAD;
      for (let at = 0; at < room; at++) {
        if (!isKnown(chunk, at)) continue;
        const from = at;
        while (at < room && isKnown(chunk, at)) at++;
        yield { start: first + from, hashes: chunk.subarray(HEAD + from, HEAD + at) };
      }
    }
  }

  #chunk(index: number): Chunk | undefined {
    const at = this.#place(index);
    const chunk = this.#chunks[at];
    return chunk?.[0] === index ? chunk : undefined;
  }

  /** Where the chunk is, or would be. */
  #place(index: number): number {
    // Of a text that is known from its first line on, each is at its own place.
    if (this.#chunks[index]?.[0] === index) return index;
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#chunks[middle]?.[0] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** @param lines of it that there must be room for */
  #chunkWithRoom(index: number, lines: number): Chunk {
    const at = this.#place(index);
    const found = this.#chunks[at];
    const chunk = found?.[0] === index ? found : undefined;
    const room = chunk === undefined ? 0 : chunk.length - HEAD;
    if (chunk !== undefined && lines <= room) return chunk;
    const more = Math.max(SMALLEST, lines, room + (room >>> 2));
    const grown = new Uint32Array(HEAD + Math.min(more, CHUNK_LINES));
    if (chunk !== undefined) grown.set(chunk);
    grown[0] = index;
    if (chunk === undefined) this.#chunks.splice(at, 0, grown);
    else this.#chunks[at] = grown;
    return grown;
  }
}

function isKnown(chunk: Chunk, at: number): boolean {
  return (((chunk[1 + (at >>> 5)] ?? 0) >>> (at & 31)) & 1) === 1;
}
