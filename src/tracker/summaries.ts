import { countLines, type LineRange } from '../text/ranges';
import type { Actor } from './actor';
import type { FileHistory } from './fileHistory';
import type { FileLedger } from './fileLedger';
import { RangeSet } from './rangeSet';
import type { Session } from './session';
import type { ActorSummary, FileCoverage, FileSummary, Segment, SessionSummary } from './views';

export function sessionSummary(session: Session): SessionSummary {
  const { key, source, id, agent, cwd, firstTime, lastTime, ended, actors } = session;
  return {
    key,
    source,
    session: id,
    agent,
    cwd,
    firstTime,
    lastTime,
    ended,
    actors: actors.map(actorSummary),
  };
}

function actorSummary(actor: Actor): ActorSummary {
  const danger = actor.danger();
  return {
    actor: actor.id,
    streak: actor.streak.count,
    maxStreak: actor.maxStreak,
    stopStreak: certainOf(actor),
    danger,
    reads: actor.reads,
    redundantReads: actor.redundantReads,
    returnedLines: actor.returnedLines,
    redundantLines: actor.redundantLines,
    idleTurns: actor.idle.count,
    failures: actor.failures,
    failureRepeats: actor.failureRepeats,
    lastTime: actor.lastTime,
  };
}

function certainOf(actor: Actor): number {
  let most = actor.streak.certain;
  for (const { fileStreak, fileRepeats } of actor.files.values()) {
    most = Math.max(most, fileStreak.certain, fileRepeats.certain);
  }
  return most;
}

/** One summary a file of the actor; without an actor, one a file, all actors together. */
export function fileSummaries(session: Session, actor: string | undefined): FileSummary[] {
  if (actor !== undefined) {
    const known = session.knownActor(actor);
    if (known === undefined) return [];
    return Array.from(known.files.keys(), (path) => summary([known], path)).filter((file) => file !== null);
  }
  const { actors } = session;
  const paths = new Set(actors.flatMap((known) => [...known.files.keys()]));
  return Array.from(paths, (path) => summary(actors, path)).filter((file) => file !== null);
}

function summary(actors: readonly Actor[], path: string): FileSummary | null {
  const ledgers = actors.map((actor) => actor.knownFile(path)).filter((ledger) => ledger !== undefined);
  const history = ledgers[0]?.history;
  if (history === undefined) return null;
  const missing = missingLines(ledgers, history);
  return {
    path,
    reads: sum(ledgers, ({ reads }) => reads),
    redundantReads: sum(ledgers, ({ redundantReads }) => redundantReads),
    redundantLines: sum(ledgers, ({ redundantLines }) => redundantLines),
    whole: missing !== null && missing.length === 0,
    missing,
    fileStreak: Math.max(...ledgers.map(({ fileStreak }) => fileStreak.count)),
    fileRepeats: Math.max(...ledgers.map(({ fileRepeats }) => fileRepeats.count)),
    versions: history.versions.map(({ ordinal, totalLines }) => ({
      version: ordinal,
      totalLines,
      covered: union(ledgers, (ledger) => ledger.ledger(ordinal)?.times.ranges() ?? []),
      authored: union(ledgers, (ledger) => ledger.ledger(ordinal)?.authored ?? []),
      carried: union(ledgers, (ledger) => ledger.ledger(ordinal)?.carried ?? []),
    })),
  };
}

/** Lines of the current version that the best-informed of the actors was not given and did not write. */
function missingLines(ledgers: readonly FileLedger[], history: FileHistory): readonly LineRange[] | null {
  const current = history.current;
  const total = current?.totalLines ?? null;
  if (current === null || total === null) return null;
  if (total === 0) return [];
  let least: readonly LineRange[] = [[1, total]];
  for (const ledger of ledgers) {
    const gaps = ledger.ledger(current.ordinal)?.known().gaps(1, total) ?? [[1, total] as const];
    if (countLines(gaps) < countLines(least)) least = gaps;
  }
  return least;
}

function union(
  ledgers: readonly FileLedger[],
  linesOf: (ledger: FileLedger) => Iterable<LineRange>,
): LineRange[] {
  const lines = new RangeSet();
  for (const ledger of ledgers) lines.addAll(linesOf(ledger));
  return lines.toArray();
}

function sum(ledgers: readonly FileLedger[], numberOf: (ledger: FileLedger) => number): number {
  return ledgers.reduce((total, ledger) => total + numberOf(ledger), 0);
}

/** What each actor of the session was given of each version of a file. */
export function coverageOf(session: Session, history: FileHistory): FileCoverage | undefined {
  const ledgers = session.actors
    .map((actor) => ({ actor: actor.id, ledger: actor.knownFile(history.path) }))
    .filter(({ ledger }) => ledger?.history === history);
  if (ledgers.length === 0) return undefined;
  return {
    path: history.path,
    versions: [...history.versions].reverse().map((version) => {
      const actors = new Map<string, readonly Segment[]>();
      for (const { actor, ledger } of ledgers) {
        const segments = ledger?.ledger(version.ordinal)?.segments() ?? [];
        if (segments.length > 0) actors.set(actor, segments);
      }
      return {
        version: version.ordinal,
        current: version === history.current,
        totalLines: version.totalLines,
        contentHash: version.contentHash,
        lines: version.lines,
        actors,
      };
    }),
  };
}
