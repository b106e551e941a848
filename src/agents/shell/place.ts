import type { LineClaim } from '../../tracker/event';
import type { KnownFile } from '../fileMemory';

/** How much must be known of a file before lines are believed to be its lines. */
export type Proof = 'none' | 'some' | 'all';

/** Lines that a command printed for one claim, and what may have become of them on the way. */
export interface ShownPart {
  /** One hash a line. */
  readonly hashes: Uint32Array;
  readonly claim: LineClaim;
  /** Blank lines before the first may have been taken away. */
  readonly mayLoseStart: boolean;
  /** Blank lines after the last, and white space at its end, may have been taken away. */
  readonly mayLoseEnd: boolean;
  /** The output stops before the end of what was asked for. */
  readonly isCut: boolean;
  /** It does not stop within the last line. */
  readonly lastIsWhole: boolean;
  /** The first line may have lost its indentation. */
  readonly firstIsBare?: boolean;
  readonly proof: Proof;
}

/** Where lines stand in the file. */
export interface Place {
  /** Line of the first. */
  readonly start: number;
  /** How many of them were shown whole. */
  readonly count: number;
  /** The line at the end that was shown in part, if one was. */
  readonly cutLine: number | null;
  /** The first line, which is among the count, may have been shown in part. */
  readonly firstIsCut: boolean;
}

/** More lost lines at the start than this are not looked for. */
const MOST_LOST = 2000;

/**
 * The place of shown lines: by their number, if they fill the claim, else by the lines of the file that are known. Null
 * where two places are possible, or none.
 *
 * @param blank hashes of lines without text
 */
export function placeShown(
  part: ShownPart,
  file: KnownFile | undefined,
  blank: ReadonlySet<number>,
): Place | null {
  const total = file?.total ?? null;
  if (isWholeFile(part)) return placeShown({ ...part, claim: { from: 1, to: null } }, file, blank);
  // Where the end is must be certain: the same lines may have moved.
  if ('last' in part.claim && file?.isFresh !== true) return null;
  const range = rangeOf(part.claim, total);
  if (!part.isCut || part.lastIsWhole) return placeWhole(part, range, file, blank);
  const { hashes } = part;
  const whole = { ...part, hashes: hashes.slice(0, -1), mayLoseEnd: false, lastIsWhole: true };
  const place = placeWhole(whole, range, file, blank);
  return place === null ? null : withCutLine(place, hashes.at(-1), range, file);
}

/** Fewer lines than the last so many that were asked for: there are no more. */
function isWholeFile({ claim, hashes, mayLoseStart, mayLoseEnd, isCut }: ShownPart): boolean {
  return 'last' in claim && hashes.length < claim.last && !mayLoseStart && !mayLoseEnd && !isCut;
}

type Range = readonly [from: number, to: number | null];

function rangeOf(claim: LineClaim, total: number | null): Range {
  if (!('last' in claim)) return [claim.from, claim.to];
  return [Math.max(1, (total ?? 0) - claim.last + 1), total ?? 0];
}

/** The line after the whole ones: shown in part, or by chance whole, or of something else that was printed. */
function withCutLine(
  place: Place,
  hash: number | undefined,
  [, to]: Range,
  file: KnownFile | undefined,
): Place {
  const { start, count } = place;
  const line = start + count;
  const isBeyond = line > Math.min(to ?? line, file?.total ?? line);
  if (isBeyond || place.cutLine !== null) return place;
  const known = file?.at(line);
  return known !== undefined && known === hash
    ? { ...place, count: count + 1, cutLine: null }
    : { ...place, cutLine: line };
}

/** The same for lines that were all shown to their end, save that white space may be missing there. */
function placeWhole(
  part: ShownPart,
  [from, to]: Range,
  file: KnownFile | undefined,
  blank: ReadonlySet<number>,
): Place | null {
  const { hashes, claim, isCut, mayLoseStart, proof } = part;
  const count = hashes.length;
  const most = to === null ? Number.POSITIVE_INFINITY : to - from + 1;
  if (count === 0 || count > most) return null;

  // Whole claims stand where they were asked for, whatever was known: other lines there are another version.
  const isAnchored = (!mayLoseStart || (count === most && !isCut)) && !('last' in claim);
  if (isAnchored && proof === 'none') return settle(part, file, from);
  const places: Match[] = [];
  const lost = isAnchored ? 0 : Math.min(most - count, MOST_LOST);
  for (let skipped = 0; skipped <= lost && places.length < 2; skipped++) {
    if (skipped > 0 && !mayBeBlank(file, from + skipped - 1, blank)) break;
    const match = compare(part, file, from + skipped, blank);
    if (match !== null && endsWell(part, file, from + skipped + count, to, blank)) places.push(match);
  }
  const [place] = places;
  return place !== undefined && places.length === 1 && isProven(part, place) ? place.place : null;
}

interface Match {
  readonly place: Place;
  /** Lines that are known and the same, blank ones not counted; and all that are the same. */
  readonly telling: number;
  readonly same: number;
}

function isProven({ proof, hashes }: ShownPart, { telling, same, place }: Match): boolean {
  const whole = place.cutLine === null ? hashes.length : hashes.length - 1;
  return telling > 0 && (proof !== 'all' || same === whole);
}

/** The lines against the known ones at a place; null where they cannot stand there. */
function compare(
  part: ShownPart,
  file: KnownFile | undefined,
  start: number,
  blank: ReadonlySet<number>,
): Match | null {
  const { hashes, mayLoseEnd, firstIsBare = false } = part;
  const count = hashes.length;
  const total = file?.total ?? null;
  if (total !== null && start + count - 1 > total) return null;
  let telling = 0;
  let same = 0;
  for (let i = 0; i < count; i++) {
    const known = file?.at(start + i);
    const isLast = i === count - 1;
    if (known !== undefined && known === hashes[i]) {
      same++;
      if (!blank.has(known)) telling++;
    } else if (known !== undefined && !(isLast && mayLoseEnd)) {
      // Blank lines are taken away whole.
      if (i > 0 || !firstIsBare || blank.has(known)) return null;
    }
  }
  const firstIsCut = firstIsBare && file?.at(start) !== hashes[0];
  const last = file?.at(start + count - 1);
  const isWhole = last === undefined || last === hashes[count - 1];
  const place = isWhole
    ? { start, count, cutLine: null, firstIsCut }
    : { start, count: count - 1, cutLine: start + count - 1, firstIsCut };
  return { place, telling, same };
}

/** Whether what follows the shown lines can have been left out. */
function endsWell(
  { mayLoseEnd, isCut }: ShownPart,
  file: KnownFile | undefined,
  next: number,
  to: number | null,
  blank: ReadonlySet<number>,
): boolean {
  if (isCut || file === undefined) return true;
  const end = Math.min(to ?? Number.POSITIVE_INFINITY, file.total ?? Number.POSITIVE_INFINITY);
  if (!mayLoseEnd) return file.total === null ? next - 1 <= end : next - 1 === end;
  for (let line = next; line <= Math.min(end, file.highest); line++) {
    if (!mayBeBlank(file, line, blank)) return false;
  }
  return true;
}

function mayBeBlank(file: KnownFile | undefined, line: number, blank: ReadonlySet<number>): boolean {
  const known = file?.at(line);
  return known === undefined || blank.has(known);
}

/** Lines that stand where they were asked for. */
function settle(part: ShownPart, file: KnownFile | undefined, start: number): Place {
  const { hashes, mayLoseEnd, firstIsBare = false } = part;
  const count = hashes.length;
  const firstIsCut = firstIsBare && file?.at(start) !== hashes[0];
  const last = file?.at(start + count - 1);
  const differs = last !== undefined && last !== hashes[count - 1];
  const hasLostEnd = mayLoseEnd && differs && agreesBefore(part, file, start);
  return hasLostEnd
    ? { start, count: count - 1, cutLine: start + count - 1, firstIsCut }
    : { start, count, cutLine: null, firstIsCut };
}

/** Whether all the other lines are as they are known: then the last one has only lost its end. */
function agreesBefore(
  { hashes, firstIsBare = false }: ShownPart,
  file: KnownFile | undefined,
  start: number,
): boolean {
  for (let i = firstIsBare ? 1 : 0; i < hashes.length - 1; i++) {
    const known = file?.at(start + i);
    if (known !== undefined && known !== hashes[i]) return false;
  }
  return true;
}
