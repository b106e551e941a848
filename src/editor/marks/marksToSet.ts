import { getOrCreate } from '../../text/maps';
import { MARKS, type Mark, type MarkedRange } from './lineStates';

/** What is drawn in one editor: the ranges of each mark; null where lines moved, and with them what was drawn. */
export type Drawn = ReadonlyMap<Mark, readonly MarkedRange[] | null>;

/** Sorts ranges by their marks, in their order. */
export function byMark(ranges: readonly MarkedRange[]): ReadonlyMap<Mark, readonly MarkedRange[]> {
  const sorted = new Map<Mark, MarkedRange[]>();
  for (const range of ranges) getOrCreate(sorted, range.mark, () => []).push(range);
  return sorted;
}

/** The marks that have to be set, with their ranges, so that what was drawn before becomes what shall be: the changed ones. */
export function marksToSet(
  before: Drawn,
  after: ReadonlyMap<Mark, readonly MarkedRange[]>,
): readonly (readonly [Mark, readonly MarkedRange[]])[] {
  return MARKS.flatMap((mark) => {
    const drawn = before.get(mark);
    const ranges = after.get(mark) ?? [];
    return drawn !== null && sameRanges(ranges, drawn ?? []) ? [] : [[mark, ranges] as const];
  });
}

function sameRanges(a: readonly MarkedRange[], b: readonly MarkedRange[]): boolean {
  return a.length === b.length && a.every(({ start, end }, i) => start === b[i]?.start && end === b[i].end);
}
