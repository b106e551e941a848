import type { LineKnowledge, Segment } from '../../tracker/views';

/** States of a line, from the weakest to the strongest. */
export const MARK_STATES = ['glimpsed', 'carried', 'authored', 'once', 'again', 'repeated'] as const;

export type MarkState = (typeof MARK_STATES)[number];

/** What is drawn for a line; faded: given earlier, no longer in the context. */
export type Mark = MarkState | `${MarkState}-faded`;

/** All marks, from the weakest to the strongest; of one state, the one still in the context is the stronger. */
export const MARKS: readonly Mark[] = MARK_STATES.flatMap((state) => [`${state}-faded` as const, state]);

/** What places with few looks show of a mark: its state, or only that it is faded. */
export function stateOrFaded(mark: Mark): MarkState | 'faded' {
  return MARK_STATES.find((state) => state === mark) ?? 'faded';
}

/** Marks of lines that were given, as often as it may be. */
export const GIVEN_MARKS: ReadonlySet<Mark> = new Set(
  MARKS.filter((mark) => /^(once|again|repeated)/.test(mark)),
);

/** Lines `start` to `end` that are drawn alike, 1-based, inclusive. */
export interface MarkedRange {
  readonly start: number;
  readonly end: number;
  readonly mark: Mark;
}

/** The mark of lines that one actor knows in this way; undefined: nothing is drawn. */
export function markOf(segment: Segment): Mark | undefined {
  const state = stateOf(segment);
  if (state === undefined) return undefined;
  return segment.inContext ? state : `${state}-faded`;
}

function stateOf({ times, authored, carried, glimpsed }: Segment): MarkState | undefined {
  if (times >= 3) return 'repeated';
  if (times === 2) return 'again';
  if (times === 1) return 'once';
  if (authored) return 'authored';
  if (carried) return 'carried';
  return glimpsed ? 'glimpsed' : undefined;
}

/**
 * One mark a line: the strongest that any single actor has there (times are one actor's, never added up).
 * The result is sorted and disjoint, and neighbours differ.
 */
export function strongestMarks(segments: Iterable<Segment>, lineCount: number): MarkedRange[] {
  const bounds: { line: number; rank: number; step: 1 | -1 }[] = [];
  for (const segment of segments) {
    const mark = markOf(segment);
    const end = Math.min(segment.end, lineCount);
    if (mark === undefined || segment.start > end) continue;
    const rank = MARKS.indexOf(mark);
    bounds.push({ line: segment.start, rank, step: 1 }, { line: end + 1, rank, step: -1 });
  }
  bounds.sort((a, b) => a.line - b.line);

  const open = MARKS.map(() => 0);
  const merged: MarkedRange[] = [];
  let from = 0;
  for (const { line, rank, step } of bounds) {
    if (line > from) {
      const mark = MARKS[open.findLastIndex((count) => count > 0)];
      if (mark !== undefined) appendRange(merged, from, line - 1, mark);
      from = line;
    }
    open[rank] = (open[rank] ?? 0) + step;
  }
  return merged;
}

/** Adds a range behind all others, joined with the last one where it continues it. */
export function appendRange(ranges: MarkedRange[], start: number, end: number, mark: Mark): void {
  const last = ranges.at(-1);
  if (last !== undefined && last.mark === mark && last.end + 1 === start) {
    ranges[ranges.length - 1] = { start: last.start, end, mark };
  } else {
    ranges.push({ start, end, mark });
  }
}

/**
 * The parts of segments whose text is known. Where only some lines of a version are known, no other line can be shown
 * to be the one that was given. Glimpses claim no more than that something was displayed there, and stay.
 */
export function* knownParts(segments: Iterable<Segment>, lines: LineKnowledge): Generator<Segment> {
  for (const segment of segments) {
    const end = Math.min(segment.end, lines.highest);
    let start: number | undefined;
    for (let line = segment.start; line <= end + 1; line++) {
      const known = line <= end && lines.at(line) !== undefined;
      if (known) start ??= line;
      else if (start !== undefined) {
        yield { ...segment, start, end: line - 1 };
        start = undefined;
      }
    }
    if (segment.glimpsed) yield { ...segment, times: 0, authored: false, carried: false };
  }
}
