import type { LineRange } from '../text/ranges';
import type { Hunk } from './event';

/** Where a line of the old text is in the new one; undefined: it was replaced. Hunks are in order. */
export function movedLine(line: number, hunks: readonly Hunk[]): number | undefined {
  let shift = 0;
  for (const { oldStart, oldLines, newLines } of hunks) {
    if (line < oldStart) break;
    if (line < oldStart + oldLines) return undefined;
    shift += newLines - oldLines;
  }
  return line + shift;
}

/** The lines of a range that an edit left alone, as numbered after it. */
export function movedRange([start, end]: LineRange, hunks: readonly Hunk[]): LineRange[] {
  const moved: LineRange[] = [];
  let next = start;
  let shift = 0;
  for (const { oldStart, oldLines, newLines } of hunks) {
    if (oldStart > end) break;
    if (next < oldStart) moved.push([next + shift, oldStart - 1 + shift]);
    next = Math.max(next, oldStart + oldLines);
    shift += newLines - oldLines;
  }
  if (next <= end) moved.push([next + shift, end + shift]);
  return moved;
}
