import { diffArrays } from 'diff';
import type { LineKnowledge, Segment } from '../../tracker/views';
import type { TextLines } from './hashedLines';
import { appendRange, type MarkedRange } from './lineStates';

/** Texts with more lines are not compared: what is carried in them is not drawn. */
const MOST_LINES = 500_000;
/** Texts that differ in more lines than this, or take longer to compare (ms), have too little in common to draw. */
const MOST_EDITS = 2_000;
const LONGEST = 2_000;

/**
 * Which line of a version each line of another text is: element `line - 1` is the version's line, or 0. Undefined where
 * the two are too long or too different to be compared.
 *
 * A diff of the line hashes says which lines are the same. It may pair any two that look alike, such as closing
 * brackets, so a pair counts only within an unbroken run that holds a line which occurs once on both sides. A line of the
 * version that is not known is like no other. Works in small steps between which others get their turn.
 */
export async function mapLines(text: TextLines, version: LineKnowledge): Promise<Float64Array | undefined> {
  if (text.count > MOST_LINES || version.highest > MOST_LINES) return undefined;
  const before = Array.from({ length: version.highest }, (_, i) => version.at(i + 1) ?? -1 - i);
  const after = Array.from({ length: text.count }, (_, i) => text.at(i + 1));
  const parts = await new Promise<ReturnType<typeof diffArrays<number>> | undefined>((resolve) => {
    diffArrays(before, after, { maxEditLength: MOST_EDITS, timeout: LONGEST, callback: resolve });
  });
  if (parts === undefined) return undefined;
  const unique = linesThatOccurOnce(before, after);
  const origins = new Float64Array(text.count);
  let line = 1;
  let origin = 1;
  for (const { added, removed, count } of parts) {
    if (!added && !removed && after.slice(line - 1, line - 1 + count).some((hash) => unique.has(hash))) {
      for (let i = 0; i < count; i++) origins[line - 1 + i] = origin + i;
    }
    if (!removed) line += count;
    if (!added) origin += count;
  }
  return origins;
}

function linesThatOccurOnce(...texts: readonly (readonly number[])[]): ReadonlySet<number> {
  const often = new Set<number>();
  for (const text of texts) {
    const seen = new Set<number>();
    for (const hash of text) {
      if (seen.has(hash)) often.add(hash);
      seen.add(hash);
    }
  }
  return new Set(texts.flat().filter((hash) => !often.has(hash)));
}

export interface Pair {
  readonly line: number;
  readonly origin: number;
}

/** Before the first line, on both sides. */
export const START: Pair = { line: 0, origin: 0 };

/** Maps lines that are equal in sequence, next to `from` and short of `to`; gives the last pair. */
export function followLines(
  origins: Float64Array,
  text: TextLines,
  version: LineKnowledge,
  from: Pair,
  to: Pair,
  step: 1 | -1,
): Pair {
  let { line, origin } = from;
  while (line + step !== to.line && origin + step !== to.origin) {
    if (version.at(origin + step) !== text.at(line + step)) break;
    line += step;
    origin += step;
    origins[line - 1] = origin;
  }
  return { line, origin };
}

/**
 * The lines of a text that an actor was given in another version, as carried ones.
 * @param origins the version's line of each line, or 0
 * @param segments what the actors were given of the version
 */
export function carriedMarks(
  text: TextLines,
  version: LineKnowledge,
  origins: Float64Array,
  segments: Iterable<Segment>,
): MarkedRange[] {
  const given = givenLines(segments, Math.min(version.highest, MOST_LINES));
  const ranges: MarkedRange[] = [];
  for (let line = 1; line <= text.count; line++) {
    const origin = origins[line - 1] ?? 0;
    const state = given[origin];
    // The text decides, whatever led to the origin.
    if (origin === 0 || !state || version.at(origin) !== text.at(line)) continue;
    appendRange(ranges, line, line, state === IN_CONTEXT ? 'carried' : 'carried-faded');
  }
  return ranges;
}

const LOST = 1;
const IN_CONTEXT = 2;

/** For each line: whether any actor was given it in this or an earlier version, and has it in its context still. */
function givenLines(segments: Iterable<Segment>, highest: number): Uint8Array {
  const given = new Uint8Array(highest + 1);
  for (const { start, end, times, carried, inContext } of segments) {
    if (times === 0 && !carried) continue;
    for (let line = start; line <= Math.min(end, highest); line++) {
      given[line] = Math.max(given[line] ?? 0, inContext ? IN_CONTEXT : LOST);
    }
  }
  return given;
}
