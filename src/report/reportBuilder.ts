import { getOrCreate } from '../text/maps';
import type { AgentEvent } from '../tracker/event';
import { UNBOUNDED } from '../tracker/limits';
import type { TrackerSettings } from '../tracker/settings';
import { Tracker } from '../tracker/tracker';
import {
  type ActorSummary,
  type Applied,
  type Finding,
  type ReadRecord,
  type SessionKey,
  type SessionSummary,
  sessionKey,
} from '../tracker/views';
import type {
  Report,
  ReportedActor,
  ReportedFile,
  ReportedFinding,
  ReportedRead,
  ReportedSession,
} from './report';

/**
 * Replays events through a tracker and keeps every verdict: the tracker's own memory is bounded, a report's is not.
 */
export class ReportBuilder {
  readonly #tracker: Tracker;
  readonly #verdicts = new Map<string, ActorVerdicts>();

  constructor(settings?: Partial<TrackerSettings>) {
    this.#tracker = new Tracker(settings, UNBOUNDED);
  }

  add(event: AgentEvent): Applied {
    const applied = this.#tracker.apply(event);
    if (applied.read === null && applied.findings.length === 0) return applied;
    const verdicts = this.#of(applied.session, applied.actor);
    if (applied.read !== null) verdicts.reads.push(applied.read);
    verdicts.findings.push(...applied.findings);
    return applied;
  }

  finish(skippedLines: number): Report {
    for (const finding of this.#tracker.closeTurns()) {
      this.#of(sessionKey(finding.source, finding.session), finding.actor).findings.push(finding);
    }
    return {
      sessions: this.#tracker.sessions().map((session) => this.#session(session)),
      skippedLines,
    };
  }

  #of(session: SessionKey, actor: string): ActorVerdicts {
    return getOrCreate(this.#verdicts, `${session}\u0000${actor}`, () => ({ reads: [], findings: [] }));
  }

  #session(summary: SessionSummary): ReportedSession {
    return {
      session: summary.session,
      agent: summary.agent,
      source: summary.source,
      cwd: summary.cwd,
      cost: summary.cost,
      actors: summary.actors.map((actor) => this.#actor(summary.key, actor)),
    };
  }

  #actor(session: SessionKey, summary: ActorSummary): ReportedActor {
    const verdicts = this.#of(session, summary.actor);
    return {
      actor: summary.actor,
      maxStreak: summary.maxStreak,
      reads: verdicts.reads.map(reportedRead),
      files: this.#tracker
        .files(session, summary.actor)
        .map(({ fileStreak: _streak, fileRepeats: _repeats, ...file }): ReportedFile => file),
      findings: verdicts.findings.map(reportedFinding),
      idleTurns: summary.idleTurns,
      failures: summary.failures,
      failureRepeats: summary.failureRepeats,
      cost: summary.cost,
    };
  }
}

/** The verdicts on one actor's reads, all of them. */
interface ActorVerdicts {
  readonly reads: ReadRecord[];
  readonly findings: Finding[];
}

function reportedRead(read: ReadRecord): ReportedRead {
  return {
    call: read.call,
    path: read.path,
    outcome: read.outcome,
    returned: read.returned,
    newLines: read.newLines,
    streak: read.streak,
    fileStreak: read.fileStreak,
    fileRepeats: read.fileRepeats,
    version: read.version,
    level: read.level,
    stopStreak: read.stopStreak,
    uncertain: read.uncertain,
    notes: read.notes,
  };
}

function reportedFinding(finding: Finding): ReportedFinding {
  const { detector, level, call, time, path, returned, fromVersion, toVersion, newLines } = finding;
  const { streak, fileStreak, fileRepeats, stopStreak, uncertain, reason, notes, hint, history, blind } =
    finding;
  return {
    detector,
    level,
    call,
    time,
    path,
    returned,
    fromVersion,
    toVersion,
    newLines,
    streak,
    fileStreak,
    fileRepeats,
    stopStreak,
    uncertain,
    reason,
    notes,
    hint,
    history,
    blind,
  };
}
