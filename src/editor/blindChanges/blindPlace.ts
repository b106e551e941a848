import { countLines, type LineRange } from '../../text/ranges';
import type { BlindChange, LineKnowledge } from '../../tracker/views';

/** What is known of a version's text, for as long as somebody needs it. */
export interface KnownText {
  readonly lines: LineKnowledge;
  readonly totalLines: number | null;
  readonly contentHash: string | null;
}

/**
 * Where a blind change stands in a text now: the lines of the text that are what it wrote, or between which it deleted
 * something. Undefined where the text was changed there since.
 *
 * @param origins the line, of the version that the change made, that each line of the text is; or 0
 * @param lines of the text; a last line end starts no further one
 */
export function blindPlace(
  { by, written, deletedBefore }: Pick<BlindChange, 'by' | 'written' | 'deletedBefore'>,
  origins: Float64Array,
  lines: number,
): LineRange | undefined {
  const lineOf = new Map<number, number>();
  for (let line = 1; line <= lines; line++) {
    const origin = origins[line - 1] ?? 0;
    if (origin > 0) lineOf.set(origin, line);
  }
  if (by === 'write') return placeOfWrite(written, lineOf);
  for (const range of written) {
    const place = placeOfRange(range, lineOf);
    if (place !== undefined) return place;
  }
  for (const before of deletedBefore) {
    const above = before === 1 ? 0 : lineOf.get(before - 1);
    const below = lineOf.get(before);
    const isEnd = below === undefined && above === lines;
    if (above === undefined || (below !== above + 1 && !isEnd)) continue;
    const line = Math.max(1, below ?? above);
    return [line, line];
  }
  return undefined;
}

/** All of it, one line after the other. */
function placeOfRange([start, end]: LineRange, lineOf: ReadonlyMap<number, number>): LineRange | undefined {
  const first = lineOf.get(start);
  if (first === undefined) return undefined;
  for (let line = start; line <= end; line++) {
    if (lineOf.get(line) !== first + line - start) return undefined;
  }
  return [first, first + end - start];
}

/** What was written over a whole file stands as long as most of it does; its place is the first line that is left. */
function placeOfWrite(
  written: readonly LineRange[],
  lineOf: ReadonlyMap<number, number>,
): LineRange | undefined {
  const total = countLines(written);
  let left = 0;
  let first = Number.POSITIVE_INFINITY;
  for (const [start, end] of written) {
    for (let line = start; line <= end; line++) {
      const now = lineOf.get(line);
      if (now === undefined) continue;
      left++;
      first = Math.min(first, now);
    }
  }
  return left > 0 && 2 * left >= total ? [first, first] : undefined;
}
