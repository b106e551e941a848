import type { LineRange } from '../text/ranges';
import { firstEndingAtOrAfter } from './sorted';

/** How often each line was given: sorted, disjoint ranges of lines with the same count, none with 0. */
export class LineTimes {
  #starts: number[] = [];
  #ends: number[] = [];
  #times: number[] = [];

  copy(): LineTimes {
    const copy = new LineTimes();
    copy.#starts = this.#starts.slice();
    copy.#ends = this.#ends.slice();
    copy.#times = this.#times.slice();
    return copy;
  }

  /** Counts the lines `start` to `end` once more; returns how many of them were given for the first time. */
  add(start: number, end: number): number {
    if (this.#starts.length === 0) {
      // As in `RangeSet`.
      this.#starts = [start];
      this.#ends = [end];
      this.#times = [1];
      return end - start + 1;
    }
    const from = firstEndingAtOrAfter(this.#ends, start - 1);
    let to = from;
    const pieces = new Pieces();
    let next = start;
    let first = 0;
    for (; to < this.#starts.length; to++) {
      const s = this.#starts[to] ?? 0;
      const e = this.#ends[to] ?? 0;
      const times = this.#times[to] ?? 0;
      if (s > end + 1) break;
      if (s < start) pieces.add(s, Math.min(e, start - 1), times);
      if (next < s && next <= end) {
        const until = Math.min(s - 1, end);
        pieces.add(next, until, 1);
        first += until - next + 1;
        next = until + 1;
      }
      const low = Math.max(s, start);
      const high = Math.min(e, end);
      if (low <= high) {
        pieces.add(low, high, times + 1);
        next = high + 1;
      }
      if (e > end) pieces.add(Math.max(s, end + 1), e, times);
    }
    if (next <= end) {
      // Behind the last piece within the range; a neighbour that only touches the end was added already.
      pieces.insert(next, end, 1);
      first += end - next + 1;
    }
    this.#starts.splice(from, to - from, ...pieces.starts);
    this.#ends.splice(from, to - from, ...pieces.ends);
    this.#times.splice(from, to - from, ...pieces.times);
    return first;
  }

  /** Ranges with their counts, in order. */
  *[Symbol.iterator](): Generator<[start: number, end: number, times: number]> {
    for (let at = 0; at < this.#starts.length; at++) {
      yield [this.#starts[at] ?? 0, this.#ends[at] ?? 0, this.#times[at] ?? 0];
    }
  }

  /** The lines that were given at all, adjacent ranges merged. */
  ranges(): LineRange[] {
    const merged: [number, number][] = [];
    for (const [start, end] of this) {
      const last = merged.at(-1);
      if (last && last[1] + 1 === start) last[1] = end;
      else merged.push([start, end]);
    }
    return merged;
  }

  get isEmpty(): boolean {
    return this.#starts.length === 0;
  }
}

/** Pieces that replace a run of ranges, neighbours with the same count joined. */
class Pieces {
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly times: number[] = [];

  add(start: number, end: number, times: number): void {
    const last = this.ends.length - 1;
    if (last >= 0 && this.times[last] === times && this.ends[last] === start - 1) {
      this.ends[last] = end;
      return;
    }
    this.starts.push(start);
    this.ends.push(end);
    this.times.push(times);
  }

  /** Adds a piece that may lie before the last one. */
  insert(start: number, end: number, times: number): void {
    const last = this.starts.length - 1;
    const lastStart = this.starts[last];
    if (lastStart === undefined || lastStart < start) {
      this.add(start, end, times);
      return;
    }
    const lastEnd = this.ends[last] ?? 0;
    const lastTimes = this.times[last] ?? 0;
    this.starts.pop();
    this.ends.pop();
    this.times.pop();
    this.add(start, end, times);
    this.add(lastStart, lastEnd, lastTimes);
  }
}
