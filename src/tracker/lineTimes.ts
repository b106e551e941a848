import type { LineRange } from '../text/ranges';
import { MOST_RANGES } from './limits';
import type { RangeSet } from './rangeSet';

/** Numbers up to which a plain array takes less than a typed one, which has an object and a buffer beside it. */
const SMALL = 32;
/** Numbers by which there is more room than needed, as a share. */
const SPARE = 1 / 8;

/** Numbers that are kept: of a text that is given in more ranges than that, further lines are not. */
const MOST_EDGES = 4 * MOST_RANGES;

type Numbers = number[] | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/**
 * How often each line was given, as the lines from which on it is another number than before: two numbers for each, the
 * line and how often it and those that follow were given. The last is the first line behind all that was given, with 0.
 * There are no more of them than lines that were given, and one; each takes four bytes in files of up to 65,535 lines.
 * Of a text of which more is given in pieces, what comes later is not kept.
 */
export class LineTimes {
  #edges: Numbers = [];
  /** Numbers in use. */
  #length = 0;

  copy(): LineTimes {
    const copy = new LineTimes();
    copy.#edges = this.#edges.slice();
    copy.#length = this.#length;
    return copy;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Counts the lines `start` to `end` once more; returns how many of them were given for the first time. */
  add(start: number, end: number): number {
    if (this.#length === 0) {
      this.#edges = roomFor(4, end + 1);
      this.#insert(0, start, 1);
      this.#insert(2, end + 1, 0);
      return end - start + 1;
    }
    const from = this.#firstAtOrAfter(start);
    const before = this.#timesBefore(from);
    let to = from;
    let last = before;
    let most = before;
    let next = start;
    let first = 0;
    for (; to < this.#length; to += 2) {
      const line = this.#edges[to] ?? 0;
      if (line > end) break;
      if (last === 0) first += line - next;
      next = line;
      last = this.#edges[to + 1] ?? 0;
      if (last > most) most = last;
    }
    if (last === 0) first += end + 1 - next;
    // Those that cannot be kept are new the next time, too.
    if (this.#length >= MOST_EDGES) return first;
    this.#makeRoom(Math.max(most + 1, end + 1));
    const edges = this.#edges;
    for (let at = from + 1; at < to; at += 2) edges[at] = (edges[at] ?? 0) + 1;
    // The end first: what is put in or taken out there moves nothing that comes before it.
    this.#turn(to, end + 1, last, last + 1);
    this.#turn(from, start, before + 1, before);
    return first;
  }

  /** How many of the lines `start` to `end` were given. */
  count(start: number, end: number): number {
    let lines = 0;
    for (let at = this.#firstAfter(start); at < this.#length; at += 2) {
      const line = this.#edges[at - 2] ?? 0;
      if (line > end) break;
      if (this.#edges[at - 1] === 0) continue;
      lines += Math.min((this.#edges[at] ?? 0) - 1, end) - Math.max(line, start) + 1;
    }
    return lines;
  }

  /** The lines `start` to `end` that were never given. */
  gaps(start: number, end: number): LineRange[] {
    const gaps: LineRange[] = [];
    let next = start;
    for (let at = this.#firstAfter(start); at < this.#length && next <= end; at += 2) {
      const line = this.#edges[at - 2] ?? 0;
      if (line > end) break;
      if (this.#edges[at - 1] === 0) continue;
      if (line > next) gaps.push([next, line - 1]);
      next = this.#edges[at] ?? 0;
    }
    if (next <= end) gaps.push([next, end]);
    return gaps;
  }

  /** Ranges with their counts, in order. */
  *[Symbol.iterator](): Generator<[start: number, end: number, times: number]> {
    for (let at = 0; at + 2 < this.#length; at += 2) {
      const times = this.#edges[at + 1] ?? 0;
      if (times > 0) yield [this.#edges[at] ?? 0, (this.#edges[at + 2] ?? 0) - 1, times];
    }
  }

  /** The same of the lines of a set alone. */
  within(lines: Pick<RangeSet, 'within'>): LineTimes {
    const found = new LineTimes();
    for (const [start, end, times] of this) {
      for (const [first, last] of lines.within(start, end)) found.#append(first, last, times);
    }
    return found;
  }

  /** The lines that were given at all, adjacent ranges merged. */
  ranges(): LineRange[] {
    const merged: LineRange[] = [];
    let start = 0;
    for (let at = 0; at < this.#length; at += 2) {
      const line = this.#edges[at] ?? 0;
      if (start === 0) start = line;
      else if (this.#edges[at + 1] === 0) {
        merged.push([start, line - 1]);
        start = 0;
      }
    }
    return merged;
  }

  /** From this line on, the number is to be `times`. There is no such place any more where it was `before`, too. */
  #turn(at: number, line: number, times: number, before: number): void {
    if (at >= this.#length || this.#edges[at] !== line) this.#insert(at, line, times);
    else if (this.#edges[at + 1] === before) this.#remove(at);
  }

  /** Lines that follow all others. */
  #append(start: number, end: number, times: number): void {
    this.#makeRoom(Math.max(times, end + 1));
    const last = this.#length - 2;
    const adjoins = last >= 0 && this.#edges[last] === start;
    if (!adjoins) this.#insert(this.#length, start, times);
    else if (this.#timesBefore(last) === times) this.#remove(last);
    else this.#edges[last + 1] = times;
    this.#insert(this.#length, end + 1, 0);
  }

  /** Index of the first place at this line or behind it. */
  #firstAtOrAfter(line: number): number {
    const edges = this.#edges;
    let low = 0;
    let high = this.#length >>> 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((edges[middle << 1] ?? 0) < line) low = middle + 1;
      else high = middle;
    }
    return low << 1;
  }

  /** Index of the end of the first range that reaches `line` or begins behind it. */
  #firstAfter(line: number): number {
    return Math.max(2, this.#firstAtOrAfter(line + 1));
  }

  #timesBefore(at: number): number {
    return at === 0 ? 0 : (this.#edges[at - 1] ?? 0);
  }

  #insert(at: number, line: number, times: number): void {
    const edges = this.#edges;
    for (let to = this.#length - 1; to >= at; to--) edges[to + 2] = edges[to] ?? 0;
    edges[at] = line;
    edges[at + 1] = times;
    this.#length += 2;
  }

  #remove(at: number): void {
    const edges = this.#edges;
    for (let from = at + 2; from < this.#length; from++) edges[from - 2] = edges[from] ?? 0;
    this.#length -= 2;
  }

  /** For two more places, and for numbers up to this one. */
  #makeRoom(largest: number): void {
    const needed = this.#length + 4;
    if (needed <= this.#edges.length && largest <= largestOf(this.#edges)) return;
    let most = largest;
    for (let at = 0; at < this.#length; at++) most = Math.max(most, this.#edges[at] ?? 0);
    const grown = roomFor(Math.ceil(needed * (1 + SPARE)), most);
    for (let at = 0; at < this.#length; at++) grown[at] = this.#edges[at] ?? 0;
    this.#edges = grown;
  }
}

function roomFor(numbers: number, largest: number): Numbers {
  if (numbers <= SMALL || largest > 0xffffffff) return new Array<number>(numbers).fill(0);
  return largest > 0xffff ? new Uint32Array(numbers) : new Uint16Array(numbers);
}

function largestOf(numbers: Numbers): number {
  if (numbers instanceof Uint16Array) return 0xffff;
  return numbers instanceof Uint32Array ? 0xffffffff : Number.POSITIVE_INFINITY;
}
