import type { Actor } from './actor';
import type { ReadEvent } from './event';
import { evidenceOf, provesNothing } from './evidence';
import type { FileHistory, Transition } from './fileHistory';
import type { FileLedger } from './fileLedger';
import { NOTES, stayWithin, wholeNeeds } from './notes';
import { RangeSet } from './rangeSet';
import type { Progress } from './views';

/** What a read brought, before it is counted. */
export interface Verdict {
  readonly progress: Progress;
  readonly newLines: number;
  readonly newForLife: number;
  readonly version: number | null;
  readonly transition: Transition | null;
  readonly uncertain: boolean;
  /** The actor's first lines of this version. */
  readonly first: boolean;
  readonly notes: readonly string[];
}

/** Pages in a row after which a note says that one larger read would do. */
const MANY_PAGES = 10;

const NEUTRAL = {
  first: false,
  progress: 'neutral',
  newLines: 0,
  newForLife: 0,
  transition: null,
  uncertain: false,
} as const;

/** Judges a read (semantics.md sections 3 and 4) and gives the actor its lines. */
export function judgeRead(event: ReadEvent, actor: Actor, history: FileHistory): Verdict {
  switch (event.outcome) {
    case 'failed': {
      actor.fail(event.path, event.error ?? '');
      return { ...NEUTRAL, progress: 'failed', version: history.current?.ordinal ?? null, notes: [] };
    }
    case 'not-text':
    case 'unknown-range':
      return { ...NEUTRAL, version: history.current?.ordinal ?? null, notes: [] };
    case 'unchanged':
      return judgeStub(event, actor, history);
    case 'empty':
      return judgeEmpty(event, actor, history);
    case 'truncated':
    case 'complete':
      if (event.returned.length > 0) return judgeLines(event, actor, history);
      if (event.outcome === 'complete' && event.totalLines === 0) return judgeEmpty(event, actor, history);
      return { ...NEUTRAL, version: history.current?.ordinal ?? null, notes: [] };
  }
}

function judgeLines(event: ReadEvent, actor: Actor, history: FileHistory): Verdict {
  const wasSuspect = history.isSuspect;
  const evidence = evidenceOf(event, event.returned);
  const settled = history.settle(evidence, event.time);
  const { version } = settled;
  const file = actor.file(history);
  const ledger = file.ledgerOf(version.ordinal);
  const beforePause = ledger.sincePause !== null && !ledger.sincePause.hasAll(event.returned);
  // The lines came by shell so far: an edit tool may ask that a read tool gives them once more.
  const forEditTool = event.form === 'tool' && ledger.byShell && !ledger.byTool;
  // What was given as a mere range was taken for this version: later evidence of the whole does not prove those lines.
  if (!settled.proved && provesNothing(evidence)) ledger.proven ??= new RangeSet();
  const assumed = ledger.proven !== null && !ledger.proven.hasAll(event.returned);
  if (!provesNothing(evidence)) ledger.proven?.addAll(event.returned);
  const wasSeen = ledger.seen;
  const { newLines, newForLife } = actor.give(file, version.ordinal, event.returned, event.call);
  ledger.seen = true;
  if (event.form === 'tool') ledger.byTool = true;
  else ledger.byShell = true;

  const notes: string[] = [];
  if (history.returnedToEarlier && !wasSeen && !settled.late) notes.push(NOTES.returned);
  if (settled.late) notes.push(NOTES.late);
  if (wasSuspect && settled.transition === null) notes.push(NOTES.touched);
  if (event.outcome === 'truncated' && version.totalLines !== null)
    notes.push(wholeNeeds(version.totalLines));
  const at = {
    version: version.ordinal,
    transition: settled.transition,
    newLines,
    newForLife,
    first: !wasSeen,
  };
  if (newLines > 0) {
    if (ledger.lost && newForLife < newLines) notes.push(NOTES.rereadAfterCompaction);
    const uncertain = actor.unseenRestore && ledger.lost;
    if (uncertain) notes.push(NOTES.unseenRestore);
    if (isPaging(file, event)) notes.push(NOTES.largerRead);
    return { ...at, progress: 'progress', uncertain, notes };
  }
  const doubts = [
    (!settled.proved || assumed) && NOTES.rangeOnly,
    beforePause && NOTES.silentClearing,
    forEditTool && NOTES.requiredByEditTool,
    event.isUnordered === true && NOTES.unordered,
  ].filter((doubt) => doubt !== false);
  return { ...at, progress: 'no-progress', uncertain: doubts.length > 0, notes: [...notes, ...doubts] };
}

/** "Unchanged since you read it": no lines, and nothing new if the actor still has the ones it points at. */
function judgeStub(event: ReadEvent, actor: Actor, history: FileHistory): Verdict {
  const version = history.current;
  const ledger = version === null ? undefined : actor.file(history).ledger(version.ordinal);
  const at = { ...NEUTRAL, version: version?.ordinal ?? null };
  const [from, to] = [event.requested?.start ?? 1, event.requested?.end ?? Number.POSITIVE_INFINITY];
  if (ledger === undefined || ledger.fresh.count(from, to) === 0) {
    return { ...at, progress: 'neutral', uncertain: false, notes: [NOTES.stubWithoutLines] };
  }
  const doubts = [
    event.isUnordered === true && NOTES.unordered,
    history.isSuspect && NOTES.suspect,
    ledger.sincePause !== null && ledger.sincePause.count(from, to) === 0 && NOTES.silentClearing,
  ].filter((doubt) => doubt !== false);
  return { ...at, progress: 'no-progress', uncertain: doubts.length > 0, notes: doubts };
}

/** Success without lines: past the end, or an empty file. The first answer of a version is never held against it. */
function judgeEmpty(event: ReadEvent, actor: Actor, history: FileHistory): Verdict {
  const { version, transition } = history.settle(evidenceOf(event, []), event.time);
  const ledger = actor.file(history).ledgerOf(version.ordinal);
  const progress = ledger.seen ? 'no-progress' : 'neutral';
  ledger.seen = true;
  const uncertain = progress === 'no-progress' && event.isUnordered === true;
  const notes = [
    version.totalLines !== null && stayWithin(version.totalLines),
    uncertain && NOTES.unordered,
  ].filter((note) => note !== false);
  return { ...NEUTRAL, progress, version: version.ordinal, transition, uncertain, notes };
}

/** Whether this read is one of many that each begin where the one before ended; said once a row. */
function isPaging(file: FileLedger, { returned }: ReadEvent): boolean {
  const start = returned[0]?.[0] ?? 0;
  const end = returned.at(-1)?.[1] ?? 0;
  file.paging = { row: start === file.paging.next ? file.paging.row + 1 : 1, next: end + 1 };
  return file.paging.row === MANY_PAGES;
}
