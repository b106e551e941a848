import type { LineRange } from '../text/ranges';
import type { Actor } from './actor';
import type { ReadEvent } from './event';
import { evidenceOf, provesNothing } from './evidence';
import type { FileHistory, Transition } from './fileHistory';
import type { FileLedger } from './fileLedger';
import { wholeKnowledge } from './knowledge';
import { MOST_RANGES } from './limits';
import { errorHint, NOTES, stayWithin } from './notes';
import { RangeSet } from './rangeSet';
import { restHint, wholeNeeds } from './readHints';
import type { VersionLedger } from './versionLedger';
import type { Progress } from './views';

/** What a read brought, before it is counted. */
export interface Verdict {
  readonly progress: Progress;
  readonly newLines: number;
  readonly newForLife: number;
  /** The new lines themselves. */
  readonly newRanges: readonly LineRange[];
  /** The lines came with what a text can be compared with. */
  readonly attested: boolean;
  readonly version: number | null;
  readonly transition: Transition | null;
  readonly uncertain: boolean;
  /** The actor's first lines of this version. */
  readonly first: boolean;
  /** Lines may be no repeats, for a reason that is in the notes of a read without progress. */
  readonly doubted: boolean;
  /** It failed as one did before, and that is to be told. */
  readonly failsAgain: boolean;
  readonly notes: readonly string[];
}

/** Pages in a row after which a note says that one larger read would do. */
const MANY_PAGES = 10;

const NEUTRAL = {
  first: false,
  progress: 'neutral',
  newLines: 0,
  newForLife: 0,
  newRanges: [],
  attested: false,
  transition: null,
  uncertain: false,
  doubted: false,
  failsAgain: false,
} as const;

/** Judges a read (semantics.md sections 3 and 4) and gives the actor its lines. */
export function judgeRead(event: ReadEvent, actor: Actor, history: FileHistory): Verdict {
  switch (event.outcome) {
    case 'failed':
      return judgeFailure(event, actor, history);
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

/** The first failure of its kind tells the agent something, the rest do not. */
function judgeFailure(event: ReadEvent, actor: Actor, history: FileHistory): Verdict {
  const { path, agent, error = '', requested } = event;
  const request = requested === null ? '' : `${requested.start}-${requested.end}`;
  const { failing, tell } = actor.failures.fail(path, error, request);
  const notes = [
    // Of calls side by side, none knows the other's answer.
    failing === 'again' && event.isUnordered !== true && NOTES.failedBefore,
    errorHint(error, agent, failing !== 'new'),
  ].filter((note) => note !== false && note !== null);
  const failsAgain = tell && event.isUnordered !== true;
  return {
    ...NEUTRAL,
    progress: 'failed',
    version: history.current?.ordinal ?? null,
    failsAgain,
    notes,
  };
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
  if (!settled.proved && provesNothing(evidence)) ledger.proven ??= new RangeSet(MOST_RANGES);
  const assumed = ledger.proven !== null && !ledger.proven.hasAll(event.returned);
  if (!provesNothing(evidence)) ledger.proven?.addAll(event.returned);
  const wasSeen = ledger.seen;
  const newRanges = event.returned.flatMap(([start, end]) => ledger.fresh.gaps(start, end));
  const { newLines, newForLife } = actor.give(
    file,
    version.ordinal,
    event.returned,
    event.call,
    settled.attested,
  );
  ledger.see();
  if (event.form === 'tool') ledger.byTool = true;
  else ledger.byShell = true;
  if (event.form === 'tool') ledger.showedInPart(tooLongLines(event));

  const notes: string[] = [];
  const changed = settled.late ? null : noteOfLook(actor, file, version.ordinal);
  if (changed !== null) notes.push(changed);
  if (history.returnedToEarlier && !wasSeen && !settled.late) notes.push(NOTES.returned);
  if (settled.late) notes.push(NOTES.late);
  if (wasSuspect && settled.transition === null) notes.push(NOTES.touched);
  if (event.outcome === 'truncated') notes.push(...hintsAfterCut(event, ledger, version.totalLines));
  const doubts = [
    (!settled.proved || assumed) && NOTES.rangeOnly,
    beforePause && NOTES.silentClearing,
    forEditTool && NOTES.requiredByEditTool,
    event.isUnordered === true && NOTES.unordered,
  ].filter((doubt) => doubt !== false);
  const at = {
    doubted: provesNothing(evidence) || doubts.some((doubt) => doubt !== NOTES.rangeOnly),
    failsAgain: false,
    version: version.ordinal,
    transition: settled.transition,
    newLines,
    newForLife,
    newRanges,
    attested: settled.attested,
    first: !wasSeen,
  };
  if (newLines > 0) {
    if (ledger.lost && newForLife < newLines) notes.push(NOTES.rereadAfterCompaction);
    const uncertain = actor.unseenRestore && ledger.lost;
    if (uncertain) notes.push(NOTES.unseenRestore);
    if (isPaging(file, event)) notes.push(NOTES.largerRead);
    return { ...at, progress: 'progress', uncertain, notes };
  }
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
  const { version, transition, late } = history.settle(evidenceOf(event, []), event.time);
  const file = actor.file(history);
  const ledger = file.ledgerOf(version.ordinal);
  const changed = late ? null : noteOfLook(actor, file, version.ordinal);
  const progress = ledger.seen ? 'no-progress' : 'neutral';
  ledger.see();
  const uncertain = progress === 'no-progress' && event.isUnordered === true;
  const notes = [
    changed !== null && changed,
    version.totalLines !== null && stayWithin(version.totalLines),
    uncertain && NOTES.unordered,
  ].filter((note) => note !== false);
  return { ...NEUTRAL, progress, version: version.ordinal, transition, uncertain, notes };
}

/**
 * Lines that were cut since they are long: those between lines that were shown whole, and the one that was asked for
 * first. A limit on the whole answer cuts lines too, at the edges of what it leaves out: those can be asked for again.
 */
function tooLongLines({ returned, cutLines = [], requested }: ReadEvent): readonly number[] {
  const first = requested?.start ?? 1;
  const isWhole = (line: number): boolean => returned.some(([start, end]) => start <= line && line <= end);
  return runsOf(cutLines).flatMap(([start, end]) => {
    const isEnclosed = (start === first || isWhole(start - 1)) && isWhole(end + 1);
    if (isEnclosed) return cutLines.filter((line) => start <= line && line <= end);
    return start === first ? [start] : [];
  });
}

function runsOf(lines: readonly number[]): LineRange[] {
  return RangeSet.of(lines.map((line): LineRange => [line, line])).toArray();
}

/** What is to be said of the version that the actor is given; from now on it is the one that it last saw. */
function noteOfLook({ commands }: Actor, file: FileLedger, version: number): string | null {
  const note = file.noteOfChange(version, commands);
  file.lookedAt(version, commands);
  return note;
}

/** After a read that a limit cut: what would have given all, unless that was asked for, and what would give the rest. */
function hintsAfterCut(
  { agent, requested }: ReadEvent,
  ledger: VersionLedger,
  totalLines: number | null,
): string[] {
  const known = wholeKnowledge(ledger, totalLines);
  const rest = restHint(agent, known, ledger.carried ?? []);
  const hints = rest === null ? [] : [rest];
  const askedForAll = (requested?.end ?? 0) >= (totalLines ?? Number.POSITIVE_INFINITY);
  const isAllCut = RangeSet.of(known.cut).hasAll(known.missing ?? []);
  return totalLines === null || askedForAll || isAllCut ? hints : [wholeNeeds(agent, totalLines), ...hints];
}

/** Whether this read is one of many that each begin where the one before ended; said once a row. */
function isPaging(file: FileLedger, { returned }: ReadEvent): boolean {
  const start = returned[0]?.[0] ?? 0;
  const end = returned.at(-1)?.[1] ?? 0;
  file.paging = { row: start === file.paging.next ? file.paging.row + 1 : 1, next: end + 1 };
  return file.paging.row === MANY_PAGES;
}
