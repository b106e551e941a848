import { countLines, formatRanges, type LineRange } from '../text/ranges';
import type { Actor } from './actor';
import type { BlindVerdict } from './blindChange';
import type { EditEvent, Envelope, ReadEvent, WriteEvent } from './event';
import { FIRST_OF_ROW, type FileLedger, NO_ROW } from './fileLedger';
import { wholeKnowledge } from './knowledge';
import { LEVELS } from './levelWatch';
import { NOTES } from './notes';
import { restHint } from './readHints';
import type { Reader } from './readLog';
import type { Verdict } from './readVerdict';
import type { Session } from './session';
import type { LevelSettings } from './settings';
import type { Streak } from './streak';
import type { BlindChange, Counter, Finding, Level, PastRead, ReadRecord } from './views';

/** A read that brought less than this share of new lines has low yield. */
const LOW_YIELD = 0.2;
const LOW_YIELD_ROW = 3;
/** Reads that a finding shows as its history. */
const MOST_HISTORY = 10;

/** The highest level that a no-progress read fires, and the counter that fired it. Every counter is asked. */
export function fireLevels(
  actor: Actor,
  file: FileLedger,
  isCertain: boolean,
  settings: LevelSettings,
): { readonly level: Level; readonly counter: Counter } | null {
  const counters: readonly (readonly [Counter, Streak])[] = [
    ['streak', actor.streak],
    ['file-streak', file.fileStreak],
    ['file-repeats', file.fileRepeats],
  ];
  let fired: { level: Level; counter: Counter } | null = null;
  for (const [counter, streak] of counters) {
    const level = streak.fire(isCertain, settings);
    if (level === null) continue;
    if (fired === null || LEVELS.indexOf(level) > LEVELS.indexOf(fired.level)) fired = { level, counter };
  }
  return fired;
}

/**
 * Whether this read makes a row of three that crept over the file: each brought little, but something came. The read
 * that opened the window, and so brought much, counts as the first of them. Told once a row.
 */
export function isCreeping(file: FileLedger, read: ReadRecord, first: boolean): boolean {
  const returned = countLines(read.returned);
  if (returned === 0) return false;
  const { lowYield } = file;
  if (read.newLines >= LOW_YIELD * returned) {
    file.lowYield = first ? FIRST_OF_ROW : NO_ROW;
    return false;
  }
  const row = lowYield.row + 1;
  const crept = lowYield.crept || read.newLines > 0;
  const told = lowYield.told || (crept && row >= LOW_YIELD_ROW);
  file.lowYield = { row, crept, told };
  return told && !lowYield.told;
}

/** The last reads of a row that crept over the file. */
function creepingReads(session: Session, file: FileLedger): readonly PastRead[] {
  const most = Math.min(file.lowYield.row, MOST_HISTORY);
  const found: PastRead[] = [];
  for (const read of session.reads.backFrom(file, 'file')) {
    if (found.length >= most) break;
    if (read.returned.length > 0) found.push(pastRead(read));
  }
  return found.reverse();
}

function pastRead({ call, time, returned, newLines }: ReadRecord): PastRead {
  return { call, time, returned, newLines };
}

/** A read, and what a finding of it is made from. */
export interface JudgedRead {
  readonly session: Session;
  readonly event: ReadEvent;
  readonly verdict: Verdict;
  readonly read: ReadRecord;
  readonly actor: Actor;
  readonly file: FileLedger;
}

/** The finding of a read whose counters reached a level. */
export function levelFinding(
  judged: JudgedRead,
  { level, counter }: { readonly level: Level; readonly counter: Counter },
): Finding {
  const { session, actor, file, read } = judged;
  const history =
    counter === 'streak' ? repeatsBefore(session, actor, 'actor') : repeatsBefore(session, file, 'file');
  return { ...ofRead(judged), detector: counter, level, reason: reasonOf(read, counter), history };
}

export function yieldFinding(judged: JudgedRead): Finding {
  const { session, read, file, verdict } = judged;
  const history = creepingReads(session, file);
  const windows = history.map(({ returned }) => formatRanges(returned, 2)).join('; ');
  const given = history.reduce((sum, { returned }) => sum + countLines(returned), 0);
  const brought = history.reduce((sum, { newLines }) => sum + newLines, 0);
  const reason = `Reads in a row of this file (lines ${windows}) gave ${given} lines, ${brought} of them new.`;
  const uncertain = read.uncertain || verdict.doubted;
  return { ...ofRead(judged), detector: 'low-yield', level: 'advisory', uncertain, reason, history };
}

export function failureFinding(judged: JudgedRead): Finding {
  const { event, verdict } = judged;
  const reason = `The same read failed again (${event.error ?? 'other'}), and nothing was done about it in between.`;
  const hint = verdict.notes.find((note) => note !== NOTES.failedBefore) ?? null;
  return { ...ofRead(judged), detector: 'failure-loop', level: 'advisory', reason, hint };
}

export function idleFinding(session: Session, event: Envelope, turns: number): Finding {
  return {
    ...ofEvent(session, event),
    detector: 'idle-turns',
    reason: `${turns} turns in a row changed nothing, checked nothing and asked nothing new.`,
  };
}

/** @param versions the file's before and after the change */
export function blindFinding(
  session: Session,
  event: EditEvent | WriteEvent,
  { blind, uncertain }: BlindVerdict,
  versions: { readonly from: number | null; readonly to: number | null },
  notes: readonly string[],
): Finding {
  return {
    ...ofEvent(session, event),
    detector: 'blind-change',
    path: event.path,
    fromVersion: versions.from,
    toVersion: versions.to,
    uncertain,
    reason: blindReason(blind),
    notes,
    blind,
  };
}

/** The reads that raised a counter to where it is, and the first of them that brought something. */
function repeatsBefore(session: Session, last: Reader, of: 'actor' | 'file'): readonly PastRead[] {
  const found: PastRead[] = [];
  for (const read of session.reads.backFrom(last, of)) {
    if (read.progress === 'progress' || found.length >= MOST_HISTORY) break;
    if (read.progress === 'no-progress') found.push(pastRead(read));
  }
  return found.reverse();
}

function ofEvent(session: Session, { actor, call, time }: Envelope): Omit<Finding, 'detector' | 'reason'> {
  return {
    level: 'advisory',
    source: session.source,
    session: session.id,
    agent: session.agent,
    actor,
    call,
    time,
    path: null,
    returned: [],
    fromVersion: null,
    toVersion: null,
    newLines: 0,
    streak: 0,
    fileStreak: 0,
    fileRepeats: 0,
    stopStreak: 0,
    uncertain: false,
    notes: [],
    hint: null,
    history: [],
    blind: null,
  };
}

function ofRead({ session, event, verdict, read, file }: JudgedRead): Omit<Finding, 'detector' | 'reason'> {
  return {
    ...ofEvent(session, event),
    path: read.path,
    returned: read.returned,
    fromVersion: verdict.transition === null ? verdict.version : verdict.transition.from,
    toVersion: verdict.version,
    newLines: read.newLines,
    streak: read.streak,
    fileStreak: read.fileStreak,
    fileRepeats: read.fileRepeats,
    stopStreak: read.stopStreak,
    uncertain: read.uncertain,
    notes: read.notes,
    hint: hintOf(session.agent, file, verdict.version),
  };
}

/** What there is left to read of the version. */
function hintOf(agent: string, file: FileLedger, version: number | null): string | null {
  const known = file.history.versions.find(({ ordinal }) => ordinal === version);
  if (known === undefined) return null;
  const ledger = file.ledger(known.ordinal);
  const knowledge = wholeKnowledge(ledger, known.totalLines);
  const isWhole = knowledge.knowledge === 'whole' || knowledge.knowledge === 'authored';
  return isWhole
    ? `nothing is left to read: it knows all ${known.totalLines} lines`
    : restHint(agent, knowledge, ledger?.carried ?? []);
}

/** Which reads brought nothing new, in one sentence. */
export function reasonOf(read: ReadRecord, counter: Counter): string {
  const last =
    read.returned.length > 0 ? `the last gave ${nameLines(read.returned)} again` : 'the last gave no lines';
  switch (counter) {
    case 'streak':
      return `${reads(read.streak, '', ' in a row')} brought nothing new; ${last}.`;
    case 'file-streak':
      return `${reads(read.fileStreak, ' of this file', ' in a row')} brought nothing new; ${last}.`;
    case 'file-repeats':
      return `${reads(read.fileRepeats, ' of this file')} brought nothing new since it last changed; ${last}.`;
  }
}

function reads(count: number, of: string, row = ''): string {
  return count === 1 ? `1 read${of}` : `${count} reads${of}${row}`;
}

function nameLines(ranges: readonly LineRange[]): string {
  return `${countLines(ranges) === 1 ? 'line' : 'lines'} ${formatRanges(ranges, 3)}`;
}

function blindReason(blind: BlindChange): string {
  const { by, unread, unreadLines, glimpsed, dropped } = blind;
  if (unread.length === 0) {
    return by === 'edit'
      ? 'Edited a file of which it was never given a line.'
      : 'Wrote over a file that it was perhaps not given whole.';
  }
  const more = unreadLines === null ? ' and perhaps more' : '';
  const what = `${nameLines(unread)}${more}`;
  const deed = by === 'edit' ? `Edited ${what}` : `Wrote over the file with ${what}`;
  const searched = glimpsed.length > 0 ? ` (a search showed ${formatRanges(glimpsed, 3)})` : '';
  return `${deed}, which it had not been given at this version${searched}; ${fateOf(dropped, unreadLines)}.`;
}

/** What has become of the lines. */
function fateOf(dropped: BlindChange['dropped'], unreadLines: number | null): string {
  const isOne = unreadLines === 1;
  if (dropped === null) return `whether ${isOne ? 'it is' : 'they are'} still there is not known`;
  const gone = countLines(dropped);
  if (gone === 0) return `${isOne ? 'it is' : 'they are'} still there`;
  return gone === unreadLines ? `${isOne ? 'it is' : 'all are'} gone` : `gone: ${formatRanges(dropped, 3)}`;
}
