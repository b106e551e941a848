import { getOrCreate } from '../text/maps';
import { countLines } from '../text/ranges';
import type { AgentEvent, ReadEvent } from '../tracker/event';
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
  RepeatCost,
  Report,
  ReportedActor,
  ReportedFile,
  ReportedFinding,
  ReportedRead,
  ReportedSession,
} from './report';

const BYTES_PER_TOKEN = 4;

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
    if (applied.read && event.kind === 'read') verdicts.addRead(applied.read, event);
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
    return getOrCreate(this.#verdicts, `${session}\u0000${actor}`, () => new ActorVerdicts());
  }

  #session(summary: SessionSummary): ReportedSession {
    return {
      session: summary.session,
      agent: summary.agent,
      source: summary.source,
      cwd: summary.cwd,
      actors: summary.actors.map((actor) => this.#actor(summary.key, actor)),
    };
  }

  #actor(session: SessionKey, summary: ActorSummary): ReportedActor {
    const verdicts = this.#of(session, summary.actor);
    return {
      actor: summary.actor,
      maxStreak: summary.maxStreak,
      reads: verdicts.reads.map(reportedRead),
      files: this.#tracker.files(session, summary.actor).map(
        ({ path, reads, redundantReads, whole, missing, versions }): ReportedFile => ({
          path,
          reads,
          redundantReads,
          whole,
          missing,
          versions,
        }),
      ),
      findings: verdicts.findings.map(reportedFinding),
      idleTurns: summary.idleTurns,
      failures: summary.failures,
      failureRepeats: summary.failureRepeats,
      cost: verdicts.cost(),
    };
  }
}

/** The verdicts on one actor's reads, all of them. */
class ActorVerdicts {
  readonly reads: ReadRecord[] = [];
  readonly findings: Finding[] = [];
  #returnedLines = 0;
  #repeatedLines = 0;
  #returnedBytes = 0;
  #repeatedBytes = 0;

  addRead(read: ReadRecord, event: ReadEvent): void {
    this.reads.push(read);
    const lines = countLines(event.returned);
    if (lines === 0) return;
    const repeated = lines - read.newLines;
    const bytes = event.bytes ?? 0;
    this.#returnedLines += lines;
    this.#repeatedLines += repeated;
    this.#returnedBytes += bytes;
    this.#repeatedBytes += (bytes * repeated) / lines;
  }

  cost(): RepeatCost {
    const repeatedBytes = Math.round(this.#repeatedBytes);
    return {
      returnedLines: this.#returnedLines,
      repeatedLines: this.#repeatedLines,
      returnedBytes: this.#returnedBytes,
      repeatedBytes,
      repeatedTokens: Math.round(repeatedBytes / BYTES_PER_TOKEN),
    };
  }
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
  const { detector, level, call, path, returned, fromVersion, toVersion, newLines } = finding;
  const { streak, fileStreak, fileRepeats, stopStreak, uncertain, reason } = finding;
  return {
    detector,
    level,
    call,
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
  };
}
