import { homedir } from 'node:os';
import type { LineHasher } from '../text/lineHash';
import type { AgentEvent, DiskEvidence } from '../tracker/event';
import { CanonicalPaths } from './canonicalPath';
import { completeEvent } from './completeEvent';
import type { IngestState } from './diagnostics';
import { Discovery, type History } from './discovery';
import { DiskEvidenceFinder } from './diskEvidence';
import { FolderWatch } from './folderWatch';
import type { FollowedSource } from './followedSource';
import type { Formats } from './formats';
import { hasPassed } from './hasPassed';
import type { HeadsPlace } from './headsFile';
import { SILENCE } from './liveness';
import { Pace } from './pace';
import { RememberedHeads } from './rememberedHeads';
import type { RowStore } from './rowStore';
import { transcriptLocations } from './transcriptLocations';
import { WorkspaceFolders } from './workspaceFolders';
import { WorkspaceLogs } from './workspaceLogs';

/** Times in milliseconds. */
const POLL = 500;
const LOOK_FOR_NEW = 2000;
/** What a reader holds back is given after such a silence of its file. */
const FLUSH_AFTER = 2000;
/** Longest work on the past before it is looked again for what happens now, and the pause after it. */
const PAST_SLICE = 50;
const PAST_PAUSE = 10;
const PATHS_BELIEVED = 5000;
/** Events told at once: few enough that whoever takes them is not kept for long. */
const BATCH = 64;

/** An event, ready for the tracker. */
export interface IngestedEvent {
  readonly event: AgentEvent;
  /** It happens now; otherwise it builds state and findings, and never notifies or stops. */
  readonly live: boolean;
  /** Where it was found; null: on the disk itself, or it was told. */
  readonly origin: { readonly file: string; readonly line: number } | null;
}

export interface IngestOptions {
  /** Absolute workspace folders. */
  readonly folders: readonly string[];
  readonly hasher: LineHasher;
  readonly formats: Formats;
  /** Patterns of workspace logs, relative to each folder. */
  readonly logPatterns: readonly string[];
  /** Kinds of the agents whose transcripts, outside of the workspace, may be opened. */
  readonly agents: readonly string[];
  /** Called with events in order; what it returns is waited for before the next. */
  readonly onEvents: (events: readonly IngestedEvent[]) => void | Promise<void>;
  /** Everything that was there of one source has been told; nothing of another one was told in between. */
  readonly onCaughtUp?: () => void;
  /** A fault of ours, such as a reader that throws: the rest goes on. */
  readonly onFault: (fault: unknown) => void;
  /** Called after each look at what is followed: the state may be another. */
  readonly onLooked?: () => void;
  /** Missing: databases are not read. Whoever gives it disposes of it. */
  readonly rows?: RowStore;
  /** How much of the past is read without being asked for. */
  readonly history?: History;
  readonly now?: () => number;
  readonly env?: NodeJS.ProcessEnv;
  readonly home?: string;
  /** The `User` folder of the editor that asks. */
  readonly editorFolder?: string | undefined;
  /** Where it is remembered what the heads of transcripts told. Missing: nowhere. */
  readonly heads?: HeadsPlace | undefined;
}

/**
 * Follows the workspace logs and the agents' transcripts of some folders: first what is there, the newest sessions
 * before the older ones, then what is appended. Writes nothing but what it remembers of heads; two of these share
 * nothing else.
 */
export class Ingest {
  readonly #options: IngestOptions;
  readonly #now: () => number;
  readonly #paths: CanonicalPaths;
  readonly #pace = new Pace();
  readonly #watch = new FolderWatch((isName) => this.#hint(isName));
  readonly #evidence: DiskEvidenceFinder;
  readonly #openedAt: number;
  #folders: WorkspaceFolders | null = null;
  #discovery: Discovery | null = null;
  #heads: RememberedHeads | undefined;
  #keeping: Promise<void> | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** The source whose past is being read. */
  #reading: FollowedSource | null = null;
  #isRunning = false;
  #isDisposed = false;
  #isHinted = false;
  #timer: NodeJS.Timeout | null = null;
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: IngestOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#openedAt = this.#now();
    this.#paths = new CanonicalPaths({ now: this.#now, lifetime: PATHS_BELIEVED });
    this.#evidence = new DiskEvidenceFinder({
      hasher: options.hasher,
      now: this.#now,
      pace: this.#pace,
      mayOpen: (path) => this.#folders?.contain(path) === true,
    });
  }

  /** Follows from now on, until disposed. */
  start(): void {
    if (this.#isRunning || this.#isDisposed) return;
    this.#isRunning = true;
    this.#schedule(0);
  }

  /** Reads everything that is there by now, however much it is. */
  poll(): Promise<void> {
    return this.#inTurn(async () => {
      let more = !this.#isDisposed && (await this.#round(true));
      while (more && !this.#isDisposed) more = await this.#round(false);
    });
  }

  /** Reads a session that is too old to be read by itself. */
  async openSession(source: string, session: string): Promise<void> {
    await this.#inTurn(async () => {
      (await this.#prepared()).ask(source, session);
      this.#lookedAt = Number.NEGATIVE_INFINITY;
    });
    this.#hint(true);
  }

  /**
   * A document may have changed on disk. To be said of files with coverage only, however often: it is looked at once it
   * is left alone, and told as an event of the disk if its bytes are others than those told last.
   */
  async documentChanged(path: string): Promise<void> {
    this.#evidence.documentChanged(await this.#paths.resolve(path));
  }

  /**
   * Events that were told in another way, with what those that are found get: canonical paths, and places for shell
   * output that only the disk can tell. They are not given to `onEvents`.
   */
  async complete(told: readonly AgentEvent[]): Promise<readonly AgentEvent[]> {
    const events: AgentEvent[] = [];
    for (const event of told) events.push(await completeEvent(event, this.#paths));
    this.#evidence.forget(events);
    return this.#evidence.attach(events, (event) => event.kind === 'read' && event.unplaced !== undefined);
  }

  /**
   * Events that were told in another way go the way of those that are found, to `onEvents`.
   *
   * @param live they happen now
   */
  tell(events: readonly AgentEvent[], live: boolean): Promise<void> {
    return this.#inTurn(async () => {
      await this.#prepared();
      if (!this.#isDisposed) await this.#tell(events.map((event) => ({ event, live, origin: null })));
    });
  }

  /** A file of the workspace as it is on disk now; null where it is none, or too large. */
  look(path: string): Promise<DiskEvidence | null> {
    return this.#evidence.look(path);
  }

  state(): IngestState {
    const sources = this.#discovery?.sources ?? [];
    return {
      files: sources.flatMap((source) => source.states()),
      sessions: this.#discovery?.sessions ?? [],
      places: this.#discovery?.places ?? [],
      refusedLogs: this.#discovery?.refusedLogs ?? [],
      caughtUp: this.#discovery?.hasLooked === true && sources.every(({ isCaughtUp }) => isCaughtUp),
      waitingDocuments: this.#evidence.waiting,
    };
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#isRunning = false;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#watch.dispose();
    await this.#inTurn(async () => {
      for (const source of this.#discovery?.sources ?? []) await source.release();
      await this.#keeping;
    });
  }

  /** One thing after the other, whoever asks for it. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work);
    this.#work = done.catch(() => undefined);
    return done;
  }

  #hint(isName: boolean): void {
    if (isName) this.#lookedAt = Number.NEGATIVE_INFINITY;
    this.#isHinted = true;
    if (this.#timer !== null) this.#schedule(0);
  }

  #schedule(delay: number): void {
    if (!this.#isRunning) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#isHinted = false;
      let more = false;
      this.#inTurn(async () => {
        more = await this.#round(false);
      })
        .catch((fault: unknown) => this.#options.onFault(fault))
        .finally(() => this.#schedule(this.#isHinted ? 0 : more ? PAST_PAUSE : POLL));
    }, delay);
  }

  /** Looks once at everything that may have something new. Tells whether something is left to be read. */
  async #round(all: boolean): Promise<boolean> {
    const discovery = await this.#prepared();
    const now = this.#now();
    if (all || hasPassed(this.#lookedAt, now, LOOK_FOR_NEW)) {
      this.#lookedAt = now;
      await discovery.look();
      this.#keepHeads();
      if (this.#isRunning) this.#watch.set(discovery.watched);
    }
    const { sources } = discovery;
    for (const source of sources) await this.#guarded(() => this.#check(source, all));
    for (const source of sources) {
      if (source.isCaughtUp) await this.#guarded(() => this.#read(source, Number.POSITIVE_INFINITY));
    }
    await this.#guarded(() => this.#tellChanges());
    const more = await this.#readPast(sources);
    this.#options.onLooked?.();
    return more;
  }

  async #prepared(): Promise<Discovery> {
    if (this.#discovery !== null) return this.#discovery;
    const {
      folders,
      logPatterns,
      agents,
      formats,
      hasher,
      env = process.env,
      home = homedir(),
    } = this.#options;
    this.#folders = await WorkspaceFolders.open(folders, this.#paths);
    const { rows, editorFolder, heads: place } = this.#options;
    const heads = place === undefined ? undefined : await RememberedHeads.open(place);
    this.#heads = heads;
    const surroundings = { env, home, editorFolder, folders: this.#folders, paths: this.#paths, rows, heads };
    this.#discovery = new Discovery({
      formats,
      hasher,
      openedAt: this.#openedAt,
      now: this.#now,
      onFault: this.#options.onFault,
      rows,
      locations: transcriptLocations(formats.adapters, agents, surroundings),
      logs: new WorkspaceLogs(folders, logPatterns),
      history: this.#options.history,
    });
    return this.#discovery;
  }

  /** Beside the reading, which is not to wait for it. */
  #keepHeads(): void {
    this.#keeping ??= this.#heads?.keep().catch((fault: unknown) => this.#options.onFault(fault));
  }

  async #check(source: FollowedSource, all: boolean): Promise<void> {
    await source.check(all);
    if (source.isCaughtUp) source.flush(FLUSH_AFTER);
    if (this.#now() - source.modified > SILENCE && !source.hasMore) await source.release();
  }

  /** What was there from the start, the newest first, for a while. */
  async #readPast(sources: readonly FollowedSource[]): Promise<boolean> {
    const deadline = performance.now() + PAST_SLICE;
    // One that was begun is read to its end, whatever has changed since.
    for (const source of this.#reading === null ? sources : [this.#reading, ...sources]) {
      if (source.isCaughtUp) continue;
      this.#reading = source;
      const went = await this.#guarded(() => this.#read(source, deadline));
      if (went && source.hasMore) return true;
      source.isCaughtUp = true;
      this.#reading = null;
      this.#options.onCaughtUp?.();
    }
    return false;
  }

  async #read(source: FollowedSource, deadline: number): Promise<void> {
    while (source.hasMore && !this.#isDisposed && performance.now() < deadline) {
      const found = await source.read(BATCH, this.#pace);
      if (found.length > 0) {
        await this.#tell(
          found.map(({ event, live, file, line }) => ({ event, live, origin: { file, line } })),
        );
      }
    }
  }

  async #tell(found: readonly IngestedEvent[]): Promise<void> {
    const events: AgentEvent[] = [];
    for (const { event } of found) events.push(await completeEvent(event, this.#paths));
    this.#evidence.forget(events);
    const live = await this.#evidence.attach(events.filter((_, at) => found[at]?.live === true));
    let nextLive = 0;
    const told = found.map(({ live: isLive, origin }, at): IngestedEvent | null => {
      const event = isLive ? live[nextLive++] : events[at];
      return event === undefined ? null : { event, live: isLive, origin };
    });
    await this.#options.onEvents(told.filter((each) => each !== null));
  }

  async #tellChanges(): Promise<void> {
    const changes = await this.#evidence.settled();
    if (changes.length === 0) return;
    await this.#options.onEvents(changes.map((event) => ({ event, live: true, origin: null })));
  }

  /** A fault of one source leaves the others alone. */
  async #guarded(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (fault) {
      this.#options.onFault(fault);
      return false;
    }
  }
}
