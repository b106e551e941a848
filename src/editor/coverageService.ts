import { type Disposable, EventEmitter } from 'vscode';
import type { AgentEvent } from '../tracker/event';
import { Tracker } from '../tracker/tracker';
import type {
  Applied,
  FileCoverage,
  FileSummary,
  Finding,
  ReadRecord,
  SessionKey,
  SessionSummary,
  TrackerView,
} from '../tracker/views';
import { ChangeBatch, type CoverageChange } from './changeBatch';
import type { Configuration } from './configuration';
import { EventPump } from './eventPump';
import type { FindingsLog } from './findingsLog';
import { Liveness } from './liveness';

/** How often it is looked whether a session has fallen silent, ms. */
const CLOCK = 15_000;

/** An event as ingest hands it on. */
export interface Arrival {
  readonly event: AgentEvent;
  /** It happens now, to a session that was not found silent; otherwise it is read back and must not notify or stop. */
  readonly live: boolean;
}

/** An event and what it led to. */
export interface Happening extends Arrival {
  readonly applied: Applied;
}

/**
 * What this window knows: applies events in slices of time and tells, in batches, what may look different now. Answers
 * as a {@link TrackerView} that stays the same while trackers come and go.
 */
export class CoverageService implements TrackerView, Disposable {
  readonly #changed = new EventEmitter<CoverageChange>();
  readonly #happened = new EventEmitter<Happening>();
  readonly #forgot = new EventEmitter<void>();
  readonly #batch = new ChangeBatch((change) => this.#changed.fire(change));
  readonly #pump = new EventPump<Arrival>(
    (arrival) => this.#apply(arrival),
    () => this.#batch.flush(),
  );
  readonly #liveness = new Liveness();
  readonly #configuration: Configuration;
  readonly #log: FindingsLog;
  readonly #listener: Disposable;
  readonly #clock: NodeJS.Timeout;
  #tracker: Tracker;
  #live: ReadonlySet<SessionKey> = new Set();
  #sessions: readonly SessionSummary[] | undefined;

  /** What is drawn, or told of a session, may differ; at most once every 30 ms. */
  readonly onDidChange = this.#changed.event;
  /** Each event, just after it was applied. */
  readonly onDidApply = this.#happened.event;
  /** Everything was forgotten and is about to be read back. */
  readonly onDidForget = this.#forgot.event;

  constructor(configuration: Configuration, log: FindingsLog) {
    this.#configuration = configuration;
    this.#log = log;
    this.#tracker = new Tracker(configuration.tracker());
    this.#listener = configuration.onDidChange((names) => {
      if ([...names].some((name) => name.startsWith('levels.') || name === 'silentPauseMinutes')) {
        this.#tracker.configure(configuration.tracker());
      }
    });
    this.#clock = setInterval(() => this.#noticeSilence(), CLOCK);
  }

  /** Hands on events, in order. */
  accept(arrivals: readonly Arrival[]): void {
    this.#pump.push(arrivals);
  }

  /** Starts anew: other folders or logs are followed from now on. */
  forget(): void {
    const known = this.sessions().map(({ key }) => key);
    this.#pump.clear();
    this.#tracker = new Tracker(this.#configuration.tracker());
    this.#sessions = undefined;
    this.#liveness.clear();
    this.#forgot.fire();
    for (const key of known) this.#batch.add(key, []);
    this.#batch.flush();
  }

  /** Levels count from here on: a person snoozed or resumed. */
  rearm(session: SessionKey, actor?: string): void {
    this.#tracker.rearm(session, actor);
    this.#touch(session);
  }

  sessions(): readonly SessionSummary[] {
    this.#sessions ??= this.#tracker.sessions();
    return this.#sessions;
  }

  session(key: SessionKey): SessionSummary | undefined {
    return this.sessions().find((session) => session.key === key);
  }

  liveSessions(): readonly SessionSummary[] {
    return this.sessions().filter(({ key }) => this.isLive(key));
  }

  isLive(key: SessionKey): boolean {
    return this.#liveness.isLive(key, Date.now());
  }

  /** Milliseconds since the epoch; 0 where no time is known. */
  lastSeen(key: SessionKey): number {
    return this.#liveness.lastSeen(key);
  }

  files(session: SessionKey, actor?: string): readonly FileSummary[] {
    return this.#tracker.files(session, actor);
  }

  coverage(session: SessionKey, path: string): FileCoverage | undefined {
    return this.#tracker.coverage(session, path);
  }

  reads(
    session: SessionKey,
    filter?: { readonly actor?: string; readonly path?: string },
  ): readonly ReadRecord[] {
    return this.#tracker.reads(session, filter);
  }

  findings(session: SessionKey): readonly Finding[] {
    return this.#tracker.findings(session);
  }

  #apply({ event, live }: Arrival): void {
    try {
      const applied = this.#tracker.apply(event);
      this.#sessions = undefined;
      this.#liveness.observe(event, live, Date.now());
      this.#batch.add(applied.session, applied.changedPaths);
      for (const finding of applied.findings) this.#log.finding(finding, live);
      this.#happened.fire({ event, live, applied });
    } catch (error) {
      this.#log.failure(`An event of the kind ${event.kind} could not be applied`, error);
    }
  }

  /** Falling silent is no event, and still changes what is told. */
  #noticeSilence(): void {
    const live = new Set(this.liveSessions().map(({ key }) => key));
    for (const key of this.#live) if (!live.has(key)) this.#batch.add(key, []);
    this.#live = live;
    this.#batch.flush();
  }

  #touch(session: SessionKey): void {
    this.#sessions = undefined;
    this.#batch.add(session, []);
    this.#batch.flush();
  }

  dispose(): void {
    clearInterval(this.#clock);
    this.#listener.dispose();
    this.#pump.clear();
    this.#batch.dispose();
    this.#changed.dispose();
    this.#happened.dispose();
    this.#forgot.dispose();
  }
}
