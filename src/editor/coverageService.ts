import { Disposable, EventEmitter } from 'vscode';
import type { IngestedEvent } from '../ingest/ingest';
import { Pace } from '../ingest/pace';
import { Generations } from '../text/generations';
import type { Told } from '../tracker/ahead';
import type { AgentEvent } from '../tracker/event';
import { MOST_FILES, MOST_SESSIONS } from '../tracker/limits';
import { LiveTracker } from '../tracker/liveTracker';
import type { TrackerSettings } from '../tracker/settings';
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
import type { FindingsLog } from './findingsLog';
import { Liveness } from './liveness';
import type { QuietFiles } from './quietFiles';
import { CallPlaces, type RecordPlace } from './transcripts/callPlaces';

/** How often it is looked whether a session has fallen silent, ms. */
const CLOCK = 15_000;

/** Settings that verdicts rest on, beside the levels. */
const JUDGING: ReadonlySet<string> = new Set(['silentPauseMinutes', 'idleTurns', 'testCommands']);

/** An event and what it led to. */
export interface Happening extends IngestedEvent {
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
  readonly #pace = new Pace();
  readonly #liveness = new Liveness();
  readonly #configuration: Configuration;
  readonly #quiet: QuietFiles;
  readonly #log: FindingsLog;
  readonly #listeners: Disposable;
  readonly #clock: NodeJS.Timeout;
  /** Where each session was found: the first file that told of it. */
  #origins = new Generations<SessionKey, string>(2 * MOST_SESSIONS);
  #places = new CallPlaces();
  /** Canonical paths of files of which something is known. */
  #paths = new Generations<string, true>(2 * MOST_FILES);
  #tracker: LiveTracker;
  #live: ReadonlySet<SessionKey> = new Set();
  #sessions: readonly SessionSummary[] | undefined;
  #drawn: SessionKey | undefined;

  /** What is drawn, or told of a session, may differ; at most once every 30 ms. */
  readonly onDidChange = this.#changed.event;
  /** Each event that tells something new, just after it was applied. */
  readonly onDidApply = this.#happened.event;
  /** Everything was forgotten and is about to be read back. */
  readonly onDidForget = this.#forgot.event;

  constructor(configuration: Configuration, quiet: QuietFiles, log: FindingsLog) {
    this.#configuration = configuration;
    this.#quiet = quiet;
    this.#log = log;
    this.#tracker = new LiveTracker(this.#settings());
    this.#listeners = Disposable.from(
      configuration.onDidChange((names) => {
        if ([...names].some((name) => name.startsWith('levels.') || JUDGING.has(name))) {
          this.#tracker.configure(this.#settings());
        }
      }),
      quiet.onDidChange(() => this.#forgiveQuiet()),
    );
    this.#clock = setInterval(() => this.#noticeSilence(), CLOCK);
  }

  /** Applies events in order, in slices of time: to be waited for, so that a long record never blocks the host. */
  async accept(events: readonly IngestedEvent[]): Promise<void> {
    for (const event of events) {
      this.#apply(event);
      if (!this.#pace.isUsedUp) continue;
      this.#batch.flush();
      await this.#pace.rest();
    }
    this.#batch.flush();
  }

  /** Applies a few events at once, and says what each led to. */
  hear(events: readonly IngestedEvent[]): readonly Told[] {
    const told = events.flatMap((event) => this.#apply(event) ?? []);
    this.#batch.flush();
    return told;
  }

  /** This session is drawn, and not to be forgotten for others. */
  hold(drawn: SessionKey | undefined): void {
    this.#drawn = drawn;
  }

  /** What a read would lead to if it were made now. */
  foresee(event: AgentEvent): Applied {
    return this.#tracker.foresee(event);
  }

  /** Starts anew: other folders or logs are followed from now on. */
  forget(): void {
    const paths = Array.from(this.#paths, ([path]) => path);
    for (const { key } of this.sessions()) this.#batch.add(key, paths);
    this.#tracker = new LiveTracker(this.#settings());
    this.#sessions = undefined;
    this.#liveness.clear();
    this.#origins = new Generations(2 * MOST_SESSIONS);
    this.#paths = new Generations(2 * MOST_FILES);
    this.#places = new CallPlaces();
    this.#forgot.fire();
    this.#batch.flush();
  }

  /** Whether anything is known of a file, by its canonical path. */
  knows(path: string): boolean {
    return this.#paths.peek(path) !== undefined;
  }

  /** Canonical path of the file that first told of a session. */
  originOf(key: SessionKey): string | undefined {
    return this.#origins.peek(key);
  }

  /** Where a transcript or log tells of a read or a finding; undefined where none does that is known. */
  placeOf(key: SessionKey, told: Pick<ReadRecord, 'call'>): RecordPlace | undefined {
    return this.#places.of(key, told);
  }

  /** Levels count from here on: a person snoozed or resumed. */
  rearm(session: SessionKey, actor?: string): void {
    this.#tracker.rearm(session, actor);
    this.#touch(session);
  }

  /** Reads of a file were no loop: what they raised is at 0 again. */
  forgive(session: SessionKey, path: string): void {
    this.#tracker.forgive(session, path);
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

  #settings(): TrackerSettings {
    const isQuiet = (session: SessionKey, path: string) => this.#quiet.why(session, path) !== undefined;
    const isHeld = (session: SessionKey) => session === this.#drawn || this.isLive(session);
    return { ...this.#configuration.tracker(), isQuiet, isHeld };
  }

  /** Files of sessions at work that are quiet now: what they have raised so far was no loop. */
  #forgiveQuiet(): void {
    for (const { key } of this.liveSessions()) {
      for (const { path, redundantReads } of this.files(key)) {
        if (redundantReads > 0 && this.#quiet.why(key, path) !== undefined) this.forgive(key, path);
      }
    }
  }

  #apply(ingested: IngestedEvent): Told | undefined {
    const { event, live, origin } = ingested;
    try {
      const applied = this.#tracker.apply(event);
      this.#sessions = undefined;
      this.#liveness.observe(event, live, Date.now());
      if (origin) {
        this.#origins.set(applied.session, this.#origins.get(applied.session) ?? origin.file);
        this.#places.observe(event, applied, origin);
      }
      for (const path of applied.changedPaths) this.#paths.set(path, true);
      this.#batch.add(applied.session, applied.changedPaths);
      for (const finding of applied.findings) this.#log.finding(finding, live, origin);
      if (applied.isNews) this.#happened.fire({ ...ingested, applied });
      return applied;
    } catch (error) {
      this.#log.failure(`An event of the kind ${event.kind} could not be applied`, error);
      return undefined;
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
    this.#listeners.dispose();
    this.#batch.dispose();
    this.#changed.dispose();
    this.#happened.dispose();
    this.#forgot.dispose();
  }
}
