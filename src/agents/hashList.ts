const SMALLEST = 64;

/**
 * Hashes of lines, one after the other, of which some are not known. An array of them would make an object of every
 * second number, since half of them are larger than what fits beside a pointer.
 */
export class HashList {
  #hashes = new Uint32Array(SMALLEST);
  #isKnown = new Uint8Array(SMALLEST);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Undefined where it is not known. */
  at(index: number): number | undefined {
    return index < this.#length && this.#isKnown[index] === 1 ? this.#hashes[index] : undefined;
  }

  /** Whether none of the hashes from `index` on is known to be another. */
  agreesWith(hashes: ArrayLike<number>, index: number): boolean {
    const end = Math.min(hashes.length, this.#length - index);
    for (let i = 0; i < end; i++) {
      if (this.#isKnown[index + i] === 1 && this.#hashes[index + i] !== hashes[i]) return false;
    }
    return true;
  }

  /** Takes over the hashes from `index` on; what lies between the end and them is not known. */
  set(hashes: ArrayLike<number>, index: number): void {
    if (hashes.length === 0) return;
    const end = index + hashes.length;
    this.#growTo(end);
    this.#hashes.set(hashes, index);
    this.#isKnown.fill(1, index, end);
  }

  /** Appends the part of another list from `start` to `end`, which may lie behind what it has: that is not known. */
  append(other: HashList, start: number, end: number): void {
    if (end <= start) return;
    const at = this.#length;
    this.#growTo(at + end - start);
    const behind = Math.min(end, other.#length);
    if (behind <= start) return;
    this.#hashes.set(other.#hashes.subarray(start, behind), at);
    this.#isKnown.set(other.#isKnown.subarray(start, behind), at);
  }

  /** Appends `count` lines, with the hashes from index `from` on; where these are fewer, the rest is not known. */
  push(hashes: ArrayLike<number>, from: number, count: number): void {
    const at = this.#length;
    this.#growTo(at + count);
    const given = Math.min(count, hashes.length - from);
    for (let i = 0; i < given; i++) {
      this.#hashes[at + i] = hashes[from + i] ?? 0;
      this.#isKnown[at + i] = 1;
    }
  }

  #growTo(length: number): void {
    if (length <= this.#length) return;
    if (length > this.#hashes.length) {
      const room = Math.max(length, this.#hashes.length + (this.#hashes.length >>> 1));
      const hashes = new Uint32Array(room);
      hashes.set(this.#hashes);
      this.#hashes = hashes;
      const isKnown = new Uint8Array(room);
      isKnown.set(this.#isKnown);
      this.#isKnown = isKnown;
    }
    this.#length = length;
  }
}
