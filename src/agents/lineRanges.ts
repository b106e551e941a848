import type { LineRange } from '../text/ranges';
import type { Requested } from '../tracker/event';

/** No editor opens a file of more lines: a larger number is a mistake or an attack. */
export const MOST_LINES = 10_000_000;

export function isLineNumber(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST_LINES;
}

/** What is asked for by its first and last line; null: to the end. What can be no line is as good as none. */
export function requestedLines(start: number, end: number | null | undefined): Requested {
  if (!isLineNumber(start)) return null;
  return { start, end: isLineNumber(end) && end >= start ? end : null };
}

/** The ranges in order; overlapping and adjacent ones as one. */
export function mergeRanges(ranges: readonly LineRange[]): LineRange[] {
  const merged: [number, number][] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1] + 1) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** The ranges of a list of line numbers, in any order. */
export function rangesOf(lines: Iterable<number>): LineRange[] {
  const ranges: [number, number][] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && line <= last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges;
}

/** The merged ranges up to line `last`. */
export function upTo(ranges: readonly LineRange[], last: number): LineRange[] {
  return ranges
    .filter(([start]) => start <= last)
    .map(([start, end]): LineRange => [start, Math.min(end, last)]);
}

/** The merged ranges without these lines. */
export function without(ranges: readonly LineRange[], lines: readonly number[]): LineRange[] {
  const sorted = [...new Set(lines)].sort((a, b) => a - b);
  const rest: LineRange[] = [];
  let next = 0;
  for (let [start, end] of ranges) {
    while (next < sorted.length && (sorted[next] ?? 0) < start) next++;
    for (; next < sorted.length && (sorted[next] ?? 0) <= end; next++) {
      const line = sorted[next] ?? 0;
      if (line > start) rest.push([start, line - 1]);
      start = line + 1;
    }
    if (start <= end) rest.push([start, end]);
  }
  return rest;
}
