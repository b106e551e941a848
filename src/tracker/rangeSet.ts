import type { LineRange } from '../text/ranges';
import { firstEndingAtOrAfter } from './sorted';

/** A set of lines, kept as sorted, disjoint, never adjacent ranges. */
export class RangeSet {
  #starts: number[] = [];
  #ends: number[] = [];
  readonly #most: number;

  /** @param most ranges; lines that would be one more are not taken */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  static of(ranges: Iterable<LineRange>): RangeSet {
    const set = new RangeSet();
    for (const [start, end] of ranges) set.add(start, end);
    return set;
  }

  copy(): RangeSet {
    const copy = new RangeSet(this.#most);
    copy.#starts = this.#starts.slice();
    copy.#ends = this.#ends.slice();
    return copy;
  }

  get isEmpty(): boolean {
    return this.#starts.length === 0;
  }

  /** Number of ranges. */
  get size(): number {
    return this.#starts.length;
  }

  /** Adds the lines `start` to `end`; returns how many of them were not in the set. O(log n + merged). */
  add(start: number, end: number): number {
    const starts = this.#starts;
    const ends = this.#ends;
    if (starts.length === 0) {
      // Most sets are one range: an array that is made with it takes no room for more.
      this.#starts = [start];
      this.#ends = [end];
      return end - start + 1;
    }
    if (start > (ends[ends.length - 1] ?? 0) + 1) {
      // Most are added in order.
      if (starts.length < this.#most) {
        starts.push(start);
        ends.push(end);
      }
      return end - start + 1;
    }
    // The first range that touches or follows `start`, and the first that lies wholly behind `end`.
    const from = firstEndingAtOrAfter(this.#ends, start - 1);
    let to = from;
    let known = 0;
    let low = start;
    let high = end;
    for (; to < starts.length; to++) {
      const s = starts[to] ?? 0;
      const e = ends[to] ?? 0;
      if (s > end + 1) break;
      known += Math.max(0, Math.min(e, end) - Math.max(s, start) + 1);
      low = Math.min(low, s);
      high = Math.max(high, e);
    }
    if (to === from + 1) {
      starts[from] = low;
      ends[from] = high;
    } else if (to > from || starts.length < this.#most) {
      starts.splice(from, to - from, low);
      ends.splice(from, to - from, high);
    }
    return end - start + 1 - known;
  }

  /** How many of the lines `start` to `end` are in the set. */
  count(start: number, end: number): number {
    let lines = 0;
    for (let at = firstEndingAtOrAfter(this.#ends, start); at < this.#starts.length; at++) {
      const s = this.#starts[at] ?? 0;
      if (s > end) break;
      lines += Math.min(this.#ends[at] ?? 0, end) - Math.max(s, start) + 1;
    }
    return lines;
  }

  has(line: number): boolean {
    return this.count(line, line) === 1;
  }

  /** Whether all lines of the ranges are in the set. */
  hasAll(ranges: Iterable<LineRange>): boolean {
    for (const [start, end] of ranges) if (this.count(start, end) < end - start + 1) return false;
    return true;
  }

  /** The lines `start` to `end` that are not in the set. */
  gaps(start: number, end: number): LineRange[] {
    const gaps: LineRange[] = [];
    let next = start;
    for (let at = firstEndingAtOrAfter(this.#ends, start); at < this.#starts.length && next <= end; at++) {
      const s = this.#starts[at] ?? 0;
      if (s > end) break;
      if (s > next) gaps.push([next, s - 1]);
      next = (this.#ends[at] ?? 0) + 1;
    }
    if (next <= end) gaps.push([next, end]);
    return gaps;
  }

  /** The lines `start` to `end` that are in the set. */
  within(start: number, end: number): LineRange[] {
    const found: LineRange[] = [];
    for (let at = firstEndingAtOrAfter(this.#ends, start); at < this.#starts.length; at++) {
      const s = this.#starts[at] ?? 0;
      if (s > end) break;
      found.push([Math.max(s, start), Math.min(this.#ends[at] ?? 0, end)]);
    }
    return found;
  }

  addAll(ranges: Iterable<LineRange>): void {
    for (const [start, end] of ranges) this.add(start, end);
  }

  clear(): void {
    this.#starts = [];
    this.#ends = [];
  }

  *[Symbol.iterator](): Generator<LineRange> {
    for (let at = 0; at < this.#starts.length; at++) yield [this.#starts[at] ?? 0, this.#ends[at] ?? 0];
  }

  toArray(): LineRange[] {
    return [...this];
  }
}
