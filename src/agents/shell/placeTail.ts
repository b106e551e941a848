import type { LineClaim } from '../../tracker/event';
import type { KnownFile } from '../fileMemory';
import type { Proof } from './place';

/** The last lines that a command printed for one claim, after a part of its output that is missing. */
export interface ShownTail {
  /** One hash a line. */
  readonly hashes: Uint32Array;
  readonly claim: LineClaim;
  /** The cut is not within the first line. */
  readonly firstIsWhole: boolean;
  /** Number of lines that the command printed; null: not known. */
  readonly total: number | null;
  /** Lines that were shown before the cut, the one that was cut counted in. */
  readonly before: number;
  /** Blank lines at the end, and white space there, may have been taken away. */
  readonly isTrimmed: boolean;
  /** Blank lines at the start may have been taken away. */
  readonly mayLoseStart: boolean;
  readonly proof: Proof;
}

/** Where the last lines stand in the file. */
export interface TailPlace {
  /** Line of the first that was shown whole. */
  readonly start: number;
  /** How many leading and trailing lines were shown in part at most, so are left out. */
  readonly leave: { readonly first: number; readonly last: number };
  readonly cutLines: readonly number[];
}

/** More blank lines lost at the end than this are not looked for. */
const MOST_LOST = 200;

/**
 * The place of the last lines: by their number, where the agent says how many lines there were, else by the end of the
 * file, if it is certain and lines that are known bear it out. Null where two places are possible, or none.
 *
 * @param blank hashes of lines without text
 */
export function placeTail(
  tail: ShownTail,
  file: KnownFile | undefined,
  blank: ReadonlySet<number>,
): TailPlace | null {
  const { hashes, claim, total, before } = tail;
  const count = hashes.length;
  // One line may be shown on both sides of the cut.
  const shared = tail.firstIsWhole ? 0 : 1;
  if (count === 0 || (total !== null && before + count - shared > total)) return null;
  const lowest = 'last' in claim ? 1 : claim.from + before - shared;
  const counted = byNumber(tail);
  if (counted !== null) {
    const found = counted < lowest ? null : compare(tail, file, blank, counted);
    return found !== null && (tail.proof === 'none' || isProven(tail, found)) ? found.place : null;
  }
  return byEnd(tail, file, blank, lowest);
}

/** The line of the first by the number of lines that were printed; null where that does not tell it. */
function byNumber({ hashes, claim, total, mayLoseStart }: ShownTail): number | null {
  if (total === null || 'last' in claim) return null;
  const most = claim.to === null ? Number.POSITIVE_INFINITY : claim.to - claim.from + 1;
  // Blank lines that are gone at the start count for none.
  if (total > most || (mayLoseStart && total < most)) return null;
  return claim.from + total - hashes.length;
}

/** The place before the end of the file, or before blank lines that end it and are gone. */
function byEnd(
  tail: ShownTail,
  file: KnownFile | undefined,
  blank: ReadonlySet<number>,
  lowest: number,
): TailPlace | null {
  const { hashes, claim, isTrimmed } = tail;
  if (file === undefined || file.total === null || !file.isFresh) return null;
  const to = 'last' in claim ? null : claim.to;
  const end = Math.min(to ?? file.total, file.total);
  const from = 'last' in claim ? Math.max(1, file.total - claim.last + 1) : lowest;
  // A place that nothing contradicts is possible, whether or not anything speaks for it.
  const possible: Found[] = [];
  for (let lost = 0; lost <= (isTrimmed ? MOST_LOST : 0) && possible.length < 2; lost++) {
    const isLost = lost > 0 ? file.at(end - lost + 1) : undefined;
    if (isLost !== undefined && !blank.has(isLost)) break;
    const start = end - lost - hashes.length + 1;
    if (start < from) break;
    const found = compare(tail, file, blank, start);
    if (found.other === 0) possible.push(found);
  }
  const [only] = possible;
  return only !== undefined && possible.length === 1 && isProven(tail, only) ? only.place : null;
}

/** A place, and what is known of the lines there. */
interface Found {
  readonly place: TailPlace;
  /** Whole lines that are the same as known ones; those of them that are not blank; and those that are others. */
  readonly same: number;
  readonly telling: number;
  readonly other: number;
}

function isProven({ hashes, proof }: ShownTail, { place, same, telling, other }: Found): boolean {
  const whole = hashes.length - place.leave.first - place.leave.last;
  return telling > 0 && other === 0 && (proof !== 'all' || same === whole);
}

function compare(
  { hashes, firstIsWhole, isTrimmed }: ShownTail,
  file: KnownFile | undefined,
  blank: ReadonlySet<number>,
  start: number,
): Found {
  const count = hashes.length;
  const isKnown = (i: number) => file?.at(start + i) === hashes[i];
  const first = firstIsWhole || isKnown(0) ? 0 : 1;
  const end = file?.at(start + count - 1);
  const last = isTrimmed && count > first && end !== undefined && !isKnown(count - 1) ? 1 : 0;
  let same = 0;
  let telling = 0;
  let other = 0;
  for (let i = first; i < count - last; i++) {
    const known = file?.at(start + i);
    if (known === undefined) continue;
    if (known !== hashes[i]) other++;
    else {
      same++;
      if (!blank.has(known)) telling++;
    }
  }
  // Other lines than before are another version: then none of them has only lost its end.
  const leave = { first, last: other === 0 ? last : 0 };
  const cutLines = [...(first === 0 ? [] : [start]), ...(leave.last === 0 ? [] : [start + count - 1])];
  return { place: { start: start + first, leave, cutLines }, same, telling, other };
}
