import { formatRanges } from '../text/ranges';
import type { Actor } from './actor';
import type { Envelope, ReadEvent } from './event';
import type { FileLedger } from './fileLedger';
import type { Verdict } from './readVerdict';
import type { Session } from './session';
import type { LevelSettings } from './settings';
import type { Streak } from './streak';
import type { Counter, Finding, Level, ReadRecord } from './views';

const ORDER: readonly Level[] = ['notice', 'warning', 'stop'];
/** A read that brought less than this share of new lines has low yield. */
const LOW_YIELD = 0.2;
const LOW_YIELD_ROW = 3;

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
  for (const [counter, { levels, count, certain }] of counters) {
    const level = levels.fire(count, certain, isCertain, settings);
    if (level === null) continue;
    if (fired === null || ORDER.indexOf(level) > ORDER.indexOf(fired.level)) fired = { level, counter };
  }
  return fired;
}

/**
 * Whether this read makes a row of three that crept over the file: each brought little, but something came. The read
 * that opened the window, and so brought much, counts as the first of them. Told once a row.
 */
export function isCreeping(file: FileLedger, returned: number, newLines: number, first: boolean): boolean {
  if (returned === 0) return false;
  const { lowYield } = file;
  if (newLines >= LOW_YIELD * returned) {
    file.lowYield = { row: first ? 1 : 0, crept: false, told: false };
    return false;
  }
  lowYield.row++;
  lowYield.crept ||= newLines > 0;
  if (lowYield.told || !lowYield.crept || lowYield.row < LOW_YIELD_ROW) return false;
  lowYield.told = true;
  return true;
}

/** The finding of a read whose counters reached a level. */
export function levelFinding(
  session: Session,
  event: ReadEvent,
  verdict: Verdict,
  read: ReadRecord,
  fired: { readonly level: Level; readonly counter: Counter },
): Finding {
  return {
    ...ofRead(session, event, verdict, read),
    detector: fired.counter,
    level: fired.level,
    reason: reasonOf(read, fired.counter),
  };
}

export function yieldFinding(
  session: Session,
  event: ReadEvent,
  verdict: Verdict,
  read: ReadRecord,
): Finding {
  const reason = 'Several reads in a row of this file were nearly all of lines that the agent already had.';
  return { ...ofRead(session, event, verdict, read), detector: 'low-yield', level: 'advisory', reason };
}

export function idleFinding(session: Session, event: Envelope, turns: number): Finding {
  return {
    detector: 'idle-turns',
    level: 'advisory',
    source: session.source,
    session: session.id,
    agent: session.agent,
    actor: event.actor,
    call: event.call,
    time: event.time,
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
    reason: `${turns} turns in a row changed nothing, checked nothing and asked nothing new.`,
  };
}

function ofRead(
  session: Session,
  event: ReadEvent,
  verdict: Verdict,
  read: ReadRecord,
): Omit<Finding, 'detector' | 'level' | 'reason'> {
  return {
    source: session.source,
    session: session.id,
    agent: session.agent,
    actor: event.actor,
    call: read.call,
    time: read.time,
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
  };
}

function reasonOf(read: ReadRecord, counter: Counter): string {
  const last =
    read.returned.length > 0
      ? `the last gave lines ${formatRanges(read.returned, 3)} again`
      : 'the last gave no lines';
  switch (counter) {
    case 'streak':
      return `${read.streak} reads in a row brought nothing new; ${last}.`;
    case 'file-streak':
      return `${read.fileStreak} reads of this file in a row brought nothing new; ${last}.`;
    case 'file-repeats':
      return `${read.fileRepeats} reads of this file brought nothing new since it last changed; ${last}.`;
  }
}
