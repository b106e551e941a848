/** Lines `start` to `end`, 1-based, inclusive, `start <= end`. */
export type LineRange = readonly [start: number, end: number];

/** All lines of a text that has so many; none of an empty one. */
export function allLines(total: number): readonly LineRange[] {
  return total === 0 ? [] : [[1, total]];
}

/** Number of lines in a list of disjoint ranges. */
export function countLines(ranges: readonly LineRange[]): number {
  let lines = 0;
  for (const [start, end] of ranges) lines += end - start + 1;
  return lines;
}

/** `40–60, 75`: ranges for people. Shows at most `most` of them. */
export function formatRanges(ranges: readonly LineRange[], most = 6): string {
  const parts = ranges.slice(0, most).map(([start, end]) => (start === end ? `${start}` : `${start}–${end}`));
  if (ranges.length > most) parts.push(`and ${ranges.length - most} more`);
  return parts.join(', ');
}
