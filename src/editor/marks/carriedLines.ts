import type { LineKnowledge, Segment } from '../../tracker/views';
import type { TextLines } from './hashedLines';
import { appendRange, type MarkedRange } from './lineStates';

/** Lines handled between two pauses. */
const SLICE = 8_000;
/** A log may claim any line number: lines of a version below this one map to nothing. */
const MOST_LINES = 2_000_000;
/** Occurs more than once. */
const SEVERAL = -1;

/**
 * Which line of a version each line of another text is: element `line - 1` is the version's line, or 0.
 *
 * Lines that occur once on both sides and keep their order are the fixed points; from each, lines that are equal in
 * sequence follow, up and down. A line that is neither unique nor next to such lines maps to nothing, and a line of the
 * version that is not known never does: what maps has the same text and the same surroundings.
 *
 * Pauses (yields) now and then, so that a long text can be mapped without blocking.
 */
export function* mapLines(text: TextLines, version: LineKnowledge): Generator<void, Float64Array> {
  const origins = new Float64Array(text.count);
  const uniqueInText = yield* uniqueLines(text.count, (line) => text.at(line));
  const highest = Math.min(version.highest, MOST_LINES);
  const uniqueInVersion = yield* uniqueLines(highest, (line) => version.at(line));

  const pairs: Pair[] = [];
  for (const [hash, line] of uniqueInText) {
    const origin = uniqueInVersion.get(hash);
    if (line !== SEVERAL && origin !== undefined && origin !== SEVERAL) pairs.push({ line, origin });
    if (line % SLICE === 0) yield;
  }
  const anchors = yield* longestInOrder(pairs);
  let above: Pair | undefined;
  for (const [i, anchor] of anchors.entries()) {
    if (i % SLICE === 0) yield;
    const reached = above === undefined ? START : followLines(origins, text, version, above, anchor, 1);
    origins[anchor.line - 1] = anchor.origin;
    followLines(origins, text, version, anchor, reached, -1);
    above = anchor;
  }
  if (above !== undefined)
    followLines(origins, text, version, above, { line: text.count + 1, origin: highest + 1 }, 1);
  return origins;
}

export interface Pair {
  readonly line: number;
  readonly origin: number;
}

/** Before the first line, on both sides. */
export const START: Pair = { line: 0, origin: 0 };

function* uniqueLines(
  count: number,
  hashAt: (line: number) => number | undefined,
): Generator<void, Map<number, number>> {
  const lines = new Map<number, number>();
  for (let line = 1; line <= count; line++) {
    const hash = hashAt(line);
    if (hash !== undefined) lines.set(hash, lines.has(hash) ? SEVERAL : line);
    if (line % SLICE === 0) yield;
  }
  return lines;
}

/** The longest choice of pairs (sorted by line, all distinct) in which the origins rise too. */
function* longestInOrder(pairs: readonly Pair[]): Generator<void, Pair[]> {
  interface Chain {
    readonly pair: Pair;
    readonly before: Chain | undefined;
  }
  // Element n: of all rising chains of n + 1 pairs, the one that ends lowest.
  const chains: Chain[] = [];
  for (const [i, pair] of pairs.entries()) {
    if (i % SLICE === 0) yield;
    let low = 0;
    let high = chains.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const origin = chains[middle]?.pair.origin ?? 0;
      if (origin < pair.origin) low = middle + 1;
      else high = middle;
    }
    chains[low] = { pair, before: chains[low - 1] };
  }
  const longest: Pair[] = [];
  for (let chain = chains.at(-1); chain !== undefined; chain = chain.before) longest.push(chain.pair);
  return longest.reverse();
}

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
