import type { LineRange } from '../text/ranges';
import type { Actor } from './actor';
import { claimed } from './claimed';
import { NO_COST, sumOf } from './cost';
import type { FileHistory } from './fileHistory';
import type { FileLedger } from './fileLedger';
import type { FileVersion } from './fileVersion';
import { bestKnowledge } from './knowledge';
import { RangeSet } from './rangeSet';
import { restHint } from './readHints';
import type { Session } from './session';
import type { VersionLedger } from './versionLedger';
import type { ActorSummary, FileCoverage, FileSummary, Segment, SessionSummary } from './views';

export function sessionSummary(session: Session): SessionSummary {
  const { key, source, id, agent, cwd, firstTime, lastTime, ended, cost, actors } = session;
  return {
    key,
    source,
    session: id,
    agent,
    cwd,
    firstTime,
    lastTime,
    ended,
    cost,
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
    cost: actor.cost,
    idleTurns: actor.idle.count,
    failures: actor.failures.count,
    failureRepeats: actor.failures.repeats,
    lastTime: actor.lastTime,
    compactions: actor.compactions,
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
    return Array.from(known.files.keys(), (path) => summary(session.agent, [known], path)).filter(
      (file) => file !== null,
    );
  }
  const { actors } = session;
  const paths = new Set(actors.flatMap((known) => [...known.files.keys()]));
  return Array.from(paths, (path) => summary(session.agent, actors, path)).filter((file) => file !== null);
}

function summary(agent: string, actors: readonly Actor[], path: string): FileSummary | null {
  const ledgers = actors.map((actor) => actor.knownFile(path)).filter((ledger) => ledger !== undefined);
  const history = ledgers[0]?.history;
  if (history === undefined) return null;
  const current = history.current;
  const of = (version: FileVersion) => ledgers.map((ledger) => claimedOf(ledger, version));
  const known = current && bestKnowledge(of(current), current.totalLines);
  const knowledge = known?.knowledge ?? 'unknown';
  const carried =
    current === null ? [] : union(ledgers, (ledger) => ledger.ledger(current.ordinal)?.carried ?? []);
  return {
    path,
    reads: sum(ledgers, ({ reads }) => reads),
    redundantReads: sum(ledgers, ({ redundantReads }) => redundantReads),
    cost: ledgers.reduce((total, { cost }) => sumOf(total, cost), NO_COST),
    knowledge,
    whole: knowledge === 'whole' || knowledge === 'authored',
    missing: known?.missing ?? null,
    hint: known && restHint(agent, known, carried),
    fileStreak: Math.max(...ledgers.map(({ fileStreak }) => fileStreak.count)),
    fileRepeats: Math.max(...ledgers.map(({ fileRepeats }) => fileRepeats.count)),
    versions: history.versions.map((version) => {
      const { ordinal, totalLines } = version;
      const mine = of(version);
      return {
        version: ordinal,
        totalLines,
        knowledge: version === current ? knowledge : bestKnowledge(mine, totalLines).knowledge,
        covered: union(mine, (ledger) => ledger?.times.ranges() ?? []),
        authored: union(mine, (ledger) => ledger?.authored ?? []),
        carried: union(mine, (ledger) => ledger?.carried ?? []),
      };
    }),
  };
}

function claimedOf(file: FileLedger | undefined, version: FileVersion): VersionLedger | undefined {
  const ledger = file?.ledger(version.ordinal);
  return ledger && claimed(ledger, version);
}

function union<L>(ledgers: readonly L[], linesOf: (ledger: L) => Iterable<LineRange>): LineRange[] {
  const [first, ...others] = ledgers;
  const lines = first === undefined ? [] : [...linesOf(first)];
  if (others.length === 0) return lines;
  const all = RangeSet.of(lines);
  for (const ledger of others) all.addAll(linesOf(ledger));
  return all.toArray();
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
        const segments = claimedOf(ledger, version)?.segments() ?? [];
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
