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
  readonly #places = new Map<Finding | ReportedFinding, FindingPlace>();

  constructor(settings?: Partial<TrackerSettings>) {
    this.#tracker = new Tracker(settings, UNBOUNDED);
  }

  /** @param place where the event was found, which `placeOf` tells of its findings */
  add(event: AgentEvent, place?: FindingPlace): Applied {
    const applied = this.#tracker.apply(event);
    if (place !== undefined) for (const finding of applied.findings) this.#places.set(finding, place);
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

  /** Where a finding of the finished report was found; undefined where it rests on no one event. */
  placeOf(finding: ReportedFinding): FindingPlace | undefined {
    return this.#places.get(finding);
  }

  #reported(finding: Finding): ReportedFinding {
    const reported = reportedFinding(finding);
    const place = this.#places.get(finding);
    if (place !== undefined) this.#places.set(reported, place);
    return reported;
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
      findings: verdicts.findings.map((finding) => this.#reported(finding)),
      compactions: summary.compactions,
      idleTurns: summary.idleTurns,
      failures: summary.failures,
      failureRepeats: summary.failureRepeats,
      cost: summary.cost,
    };
  }
}

/** Where a transcript or log tells of a finding: in text for people only, since what is found does not depend on it. */
export interface FindingPlace {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
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
