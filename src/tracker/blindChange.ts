import { allLines, countLines, type LineRange } from '../text/ranges';
import { equalLines, hashedLines, hashedText } from './equalLines';
import type { EditEvent, Hunk, WriteEvent } from './event';
import { type Evidence, OWN_SCHEME } from './evidence';
import type { Change, FileHistory } from './fileHistory';
import type { FileLedger } from './fileLedger';
import type { FileVersion } from './fileVersion';
import { RangeSet } from './rangeSet';
import type { VersionLedger } from './versionLedger';
import type { BlindChange } from './views';

/** Ranges that a finding lists at most. */
const MOST_LISTED = 200;
/** Earlier versions that a changed text is compared with. */
const MOST_COMPARED = 3;

/** How a file stands for an actor that is about to change it. */
export interface Standing {
  readonly file: FileLedger;
  readonly current: FileVersion | null;
  readonly previous: FileVersion | null;
  readonly versions: readonly FileVersion[];
  /** What the file holds is not known: it was changed, to what was not told, by others or by the actor itself. */
  readonly isSuspect: boolean;
  readonly isUnclear: boolean;
}

export function standing(file: FileLedger, history: FileHistory): Standing {
  const { current, previous, isSuspect } = history;
  const versions = [...history.versions];
  return {
    file,
    current,
    previous,
    versions,
    isSuspect,
    isUnclear: file.unclear || history.isUnseen,
  };
}

/** A blind change, and whether the verdict on it may be wrong. */
export interface BlindVerdict {
  readonly blind: BlindChange;
  readonly uncertain: boolean;
}

/**
 * Judges a change that an actor made, before the file's ledger learns of it (semantics.md section 5). Known are lines
 * that were given at the version before, ever; written by the actor; or carried: unchanged since they were given, as
 * hunks or a diff of what is known of both versions tell. Null where no line was at risk, or nothing can be said.
 */
export function judgeChange(
  event: EditEvent | WriteEvent,
  evidence: Evidence,
  change: Change,
  stand: Standing,
): BlindVerdict | null {
  const before = versionBefore(change, stand);
  // What the actor itself did to the file is not known line by line: it may well know what it changes.
  if (stand.isUnclear) return null;
  // The disk has shown the change already: what stood there before it is not known.
  if (event.kind === 'edit' && before?.match(evidence).whole === true) return null;
  const risk = event.kind === 'edit' ? editedLines(event) : overwrittenLines(event, before, stand.file);
  if (risk === null || (risk === UNKNOWN_LINES && before === null)) return null;
  let ledger = before === null ? undefined : stand.file.ledger(before.ordinal);
  if (risk === UNKNOWN_LINES && hasBeenGiven(stand)) return null;
  let unread = unreadOf(risk.lines, ledger);
  let isDoubtful = false;
  if (before !== null && unread.length > 0) {
    isDoubtful = carryFromEarlier(before, unread, stand);
    ledger = stand.file.ledger(before.ordinal);
    unread = unreadOf(unread, ledger);
  }
  if (unread.length === 0 && !risk.isOpen) return null;
  const glimpsed = unread.flatMap(([start, end]) => ledger?.glimpsed?.within(start, end) ?? []);
  const lines = countLines(unread);
  const isOnlyGlimpsed = lines > 0 && countLines(glimpsed) === lines;
  const isBeyond = (unread.at(-1)?.[1] ?? 0) > (before?.totalLines ?? Number.POSITIVE_INFINITY);
  const dropped = before === null ? null : droppedOf(unread, before, event, placesOf(event).written);
  const { written, deletedBefore } = placesOf(event, unread);
  return {
    blind: {
      by: event.kind,
      unread: unread.slice(0, MOST_LISTED),
      unreadLines: risk.isOpen ? null : lines,
      glimpsed: glimpsed.slice(0, MOST_LISTED),
      dropped: dropped?.slice(0, MOST_LISTED) ?? null,
      written: written.slice(0, MOST_LISTED),
      deletedBefore: deletedBefore.slice(0, MOST_LISTED),
    },
    uncertain:
      isDoubtful ||
      isOnlyGlimpsed ||
      isBeyond ||
      stand.isSuspect ||
      // A file whose length is not known may have been given whole.
      (event.kind === 'write' && risk.isOpen && lines === 0),
  };
}

/** Lines of the version before that a change replaced. Open: there may be more. */
interface Risk {
  readonly lines: readonly LineRange[];
  readonly isOpen: boolean;
}

const UNKNOWN_LINES: Risk = { lines: [], isOpen: true };

function versionBefore({ transition }: Change, { current, previous }: Standing): FileVersion | null {
  const from = transition?.from ?? null;
  return [current, previous].find((version) => version?.ordinal === from) ?? null;
}

function editedLines({ hunks }: EditEvent): Risk | null {
  if (hunks === undefined) return UNKNOWN_LINES;
  const lines = hunks.flatMap(({ oldStart, oldLines }): LineRange[] =>
    oldLines === 0 ? [] : [[oldStart, oldStart + oldLines - 1]],
  );
  return lines.length === 0 ? null : { lines, isOpen: false };
}

/** A file of which nothing is known may not have been there. */
function overwrittenLines({ isNew }: WriteEvent, before: FileVersion | null, file: FileLedger): Risk | null {
  if (before === null || isNew === true) return null;
  const { totalLines } = before;
  if (totalLines === 0) return null;
  if (totalLines !== null) return { lines: [[1, totalLines]], isOpen: false };
  const known = file.ledger(before.ordinal)?.familiar().toArray().at(-1)?.[1] ?? 0;
  const highest = Math.max(known, before.lines.highest);
  return { lines: allLines(highest), isOpen: true };
}

function hasBeenGiven({ file, versions }: Standing): boolean {
  return versions.some(({ ordinal }) => file.ledger(ordinal)?.familiar().isEmpty === false);
}

function unreadOf(lines: readonly LineRange[], ledger: VersionLedger | undefined): readonly LineRange[] {
  if (ledger === undefined) return lines;
  const familiar = ledger.familiar();
  return lines.flatMap(([start, end]) => familiar.gaps(start, end));
}

/**
 * Lines that the actor knows of earlier versions, and that a diff finds unchanged in this one, are carried. Done again
 * only where more of this one is known.
 *
 * @returns whether some of the unread lines may be among them, as not all of their text is known
 */
function carryFromEarlier(version: FileVersion, unread: readonly LineRange[], stand: Standing): boolean {
  const { file } = stand;
  if (file.ledger(version.ordinal)?.exact === true) return false;
  const older = [...stand.versions]
    .reverse()
    .filter((earlier) => earlier !== version && file.ledger(earlier.ordinal)?.familiar().isEmpty === false);
  if (older.length === 0) return false;
  const ledger = file.ledgerOf(version.ordinal);
  if (ledger.compared !== version.lines.known && !ledger.incomparable) {
    ledger.compared = version.lines.known;
    const lines = hashedLines(version.lines);
    for (const earlier of older.slice(0, MOST_COMPARED)) {
      const pairs = equalLines(hashedLines(earlier.lines), lines);
      if (pairs === null) ledger.incomparable = true;
      else carryPairs(file, earlier, version, pairs);
    }
  }
  const isHashed = everyLine(unread, (line) => version.lines.at(line) !== undefined);
  return ledger.incomparable || !isHashed || older.some(({ lines }) => lines.known === 0);
}

function carryPairs(
  file: FileLedger,
  earlier: FileVersion,
  version: FileVersion,
  pairs: ReadonlyMap<number, number>,
): void {
  const known = file.ledger(earlier.ordinal);
  if (known === undefined) return;
  const familiar = known.familiar();
  const held = known.held();
  const ledger = file.ledgerOf(version.ordinal);
  for (const [from, to] of pairs) if (familiar.has(from)) ledger.carry([[to, to]], held.has(from));
}

/** Which of the unread lines are gone; null: their text, or that of what was written, is not known. */
function droppedOf(
  unread: readonly LineRange[],
  before: FileVersion,
  event: EditEvent | WriteEvent,
  written: readonly LineRange[],
): readonly LineRange[] | null {
  if (unread.length === 0) return null;
  if (written.length === 0) return isAllTold(event) ? unread : null;
  const { lineHashes, hashScheme = OWN_SCHEME } = event;
  if (lineHashes === undefined || lineHashes.length !== countLines(written)) return null;
  const known = before.lines;
  if (hashScheme !== OWN_SCHEME || !everyLine(unread, (line) => known.at(line) !== undefined)) return null;
  const replaced = event.kind === 'edit' ? RangeSet.of(editedLines(event)?.lines ?? []) : null;
  const old = hashedLines(known)?.filter(([line]) => replaced?.has(line) ?? true) ?? null;
  const pairs = equalLines(old, hashedText(lineHashes));
  if (pairs === null) return null;
  const dropped = new RangeSet();
  everyLine(unread, (line) => {
    if (!pairs.has(line)) dropped.add(line, line);
    return true;
  });
  return dropped.toArray();
}

/** Whether a change that lists no written line is known to have written none. */
function isAllTold(event: EditEvent | WriteEvent): boolean {
  if (event.kind === 'write') return event.totalLines === 0;
  return event.hunks?.every(({ newLines }) => newLines === 0) ?? false;
}

/**
 * Where the change is in the text after it.
 *
 * @param replaced only what stands in place of these lines, where that is known
 */
function placesOf(
  event: EditEvent | WriteEvent,
  replaced?: readonly LineRange[],
): Pick<BlindChange, 'written' | 'deletedBefore'> {
  if (event.kind === 'write') return { written: allLines(event.totalLines ?? 0), deletedBefore: [] };
  const { hunks: all = [], lines } = event;
  const hunks = replaced === undefined ? all : all.filter((hunk) => replacesAny(hunk, replaced));
  const changed = hunks.flatMap(({ newStart, newLines }): LineRange[] =>
    newLines === 0 ? [] : [[newStart, newStart + newLines - 1]],
  );
  return {
    written: hunks.length < all.length ? changed : (lines ?? changed),
    deletedBefore: hunks.flatMap(({ newStart, newLines }) => (newLines === 0 ? [newStart] : [])),
  };
}

function replacesAny({ oldStart, oldLines }: Hunk, lines: readonly LineRange[]): boolean {
  return lines.some(([start, end]) => start < oldStart + oldLines && end >= oldStart);
}

function everyLine(ranges: readonly LineRange[], fits: (line: number) => boolean): boolean {
  for (const [start, end] of ranges)
    for (let line = start; line <= end; line++) if (!fits(line)) return false;
  return true;
}
