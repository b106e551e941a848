import { setImmediate as pause } from 'node:timers/promises';
import { diffArrays } from 'diff';
import type { LineKnowledge, Segment } from '../../tracker/views';
import type { TextLines } from './hashedLines';
import { appendRange, type MarkedRange } from './lineStates';

/** Texts with more lines are not compared: what is carried in them is not drawn. */
const MOST_LINES = 500_000;
/** Texts in which more lines changed places than this, or that take longer to compare (ms), have too little in common. */
const MOST_EDITS = 2_000;
const LONGEST = 2_000;
/** Lines handled between two pauses. */
const SLICE = 8_000;

/**
 * Which line of a version each line of another text is: element `line - 1` is the version's line, or 0. Undefined where
 * the two are too long or too different to be compared.
 *
 * Lines that occur once on both sides are compared with a diff; those that keep their order are the fixed points, and
 * from each, lines that are equal in sequence follow, up and down. A line that is neither unique nor in such a run, like
 * most closing brackets, maps to nothing, and a line of the version that is not known never does. Since only lines of
 * both sides are compared, a version of which a small part is known costs no more than one that is known whole.
 * Pauses now and then, so that others get their turn.
 */
export async function mapLines(text: TextLines, version: LineKnowledge): Promise<Float64Array | undefined> {
  if (text.count > MOST_LINES || version.highest > MOST_LINES) return undefined;
  const origins = new Float64Array(text.count);
  const inText = await linesThatOccurOnce(text.count, (line) => text.at(line));
  const inVersion = await linesThatOccurOnce(version.highest, (line) => version.at(line));
  const anchors = await inOrder(inText, inVersion);
  if (anchors === undefined) return undefined;

  let above: Pair | undefined;
  for (const [i, anchor] of anchors.entries()) {
    if (i % SLICE === 0) await pause();
    const reached = above === undefined ? START : followLines(origins, text, version, above, anchor, 1);
    origins[anchor.line - 1] = anchor.origin;
    followLines(origins, text, version, anchor, reached, -1);
    above = anchor;
  }
  const end: Pair = { line: text.count + 1, origin: version.highest + 1 };
  if (above !== undefined) followLines(origins, text, version, above, end, 1);
  return origins;
}

/** By their hashes, in the order of the lines. */
async function linesThatOccurOnce(
  count: number,
  hashAt: (line: number) => number | undefined,
): Promise<ReadonlyMap<number, number>> {
  const once = new Map<number, number>();
  const often = new Set<number>();
  for (let line = 1; line <= count; line++) {
    if (line % SLICE === 0) await pause();
    const hash = hashAt(line);
    if (hash === undefined || often.has(hash)) continue;
    if (once.delete(hash)) often.add(hash);
    else once.set(hash, line);
  }
  return once;
}

/** Lines with the same hash on both sides that have the same order there; undefined: too much changed places. */
async function inOrder(
  inText: ReadonlyMap<number, number>,
  inVersion: ReadonlyMap<number, number>,
): Promise<Pair[] | undefined> {
  const after = [...inText.keys()].filter((hash) => inVersion.has(hash));
  const before = [...inVersion.keys()].filter((hash) => inText.has(hash));
  const parts = await new Promise<ReturnType<typeof diffArrays<number>> | undefined>((resolve) => {
    diffArrays(before, after, { maxEditLength: MOST_EDITS, timeout: LONGEST, callback: resolve });
  });
  return parts
    ?.filter(({ added, removed }) => !added && !removed)
    .flatMap(({ value }) => value)
    .map((hash) => ({ line: inText.get(hash) ?? 0, origin: inVersion.get(hash) ?? 0 }));
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
