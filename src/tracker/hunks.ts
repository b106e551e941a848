import type { LineRange } from '../text/ranges';
import type { Hunk } from './event';

/** Lines that an edit left alone: from `start` to `end`, as numbered before it, they are `shift` further down after it. */
export interface KeptLines {
  readonly start: number;
  readonly end: number;
  readonly shift: number;
}

/** What an edit left alone of a range that is numbered as before it. Hunks are in order. */
export function keptLines([start, end]: LineRange, hunks: readonly Hunk[]): KeptLines[] {
  const kept: KeptLines[] = [];
  let next = start;
  let shift = 0;
  for (const { oldStart, oldLines, newLines } of hunks) {
    if (oldStart > end) break;
    if (next < oldStart) kept.push({ start: next, end: oldStart - 1, shift });
    next = Math.max(next, oldStart + oldLines);
    shift += newLines - oldLines;
  }
  if (next <= end) kept.push({ start: next, end, shift });
  return kept;
}

/** The same as numbered after the edit. */
export function movedRange(range: LineRange, hunks: readonly Hunk[]): LineRange[] {
  return keptLines(range, hunks).map(({ start, end, shift }) => [start + shift, end + shift]);
}
