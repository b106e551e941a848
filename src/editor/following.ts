import { setImmediate as nextTurn } from 'node:timers/promises';
import { Disposable, EventEmitter, workspace } from 'vscode';
import type { FoundAgent } from '../agents/agentNames';
import type { IngestState } from '../ingest/diagnostics';
import type { HeadsPlace } from '../ingest/headsFile';
import type { IngestThread } from '../ingest/thread/ingestThread';
import type { IngestSettings } from '../ingest/thread/protocol';
import type { RemoteIngest } from '../ingest/thread/remoteIngest';
import type { LineHasher } from '../text/lineHash';
import type { AgentEvent, DiskEvidence } from '../tracker/event';
import type { Configuration } from './configuration';
import type { CoverageService } from './coverageService';
import type { FindingsLog } from './findingsLog';
import type { FirstRun } from './firstRun';

/** How often it is looked for transcripts that a person is still to be asked about, ms. */
const LOOK_FOR_TRANSCRIPTS = 15_000;
/** How often in the life of a window. */
const MOST_REVIVALS = 3;

/** What tells which sources a person has in this window. */
export interface SourceParts {
  readonly configuration: Configuration;
  readonly firstRun: FirstRun;
  readonly hasher: () => LineHasher;
  /** The `User` folder of this editor. */
  readonly editorFolder: string;
  /** Where this editor remembers what the heads of transcripts told. */
  readonly heads: HeadsPlace;
  /** What reads them; {@link Following} disposes of it. */
  readonly thread: IngestThread;
}

export interface FollowingParts extends SourceParts {
  readonly service: CoverageService;
  readonly log: FindingsLog;
}

/** Follows the sources of the open folders, and starts anew when the folders, the logs or the permission change. */
export class Following implements Disposable {
  readonly #parts: FollowingParts;
  readonly #changed = new EventEmitter<void>();
  readonly #listeners: Disposable;
  #ingest: RemoteIngest | undefined;
  #revivals = 0;
  /** Begins after activation, which VS Code waits for. */
  #restart: Promise<void> = nextTurn();
  #disposed = false;
  readonly #look: NodeJS.Timeout;

  /** Fires when something else is followed. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: FollowingParts) {
    this.#parts = parts;
    const { configuration, firstRun } = parts;
    this.#listeners = Disposable.from(
      workspace.onDidChangeWorkspaceFolders(() => this.restart()),
      configuration.onDidChange((names) => {
        if (names.has('log.files')) this.restart();
      }),
      firstRun.onDidChange(() => this.restart()),
    );
    this.#look = setInterval(() => this.#askFirst(), LOOK_FOR_TRANSCRIPTS);
    this.restart();
  }

  /** Undefined before following began. */
  state(): IngestState | undefined {
    return this.#ingest?.state();
  }

  /** The kinds of the agents that have a folder on this machine. */
  async agentsFound(): Promise<ReadonlySet<string>> {
    const { thread, editorFolder } = this.#parts;
    return new Set(await thread.agentsFound({ editorFolder }));
  }

  /** What hooks told, with canonical paths; once following has begun, or begun anew and forgotten what was before. */
  async complete(events: readonly AgentEvent[]): Promise<readonly AgentEvent[]> {
    await this.#restart;
    return (await this.#ingest?.complete(events)) ?? [];
  }

  /** What other extensions told goes the way of what is found in logs. */
  async tell(events: readonly AgentEvent[], live: boolean): Promise<void> {
    await this.#restart;
    await this.#ingest?.tell(events, live);
  }

  /** A file of the workspace as it is on disk now, by its canonical path. */
  async look(path: string): Promise<DiskEvidence | null> {
    return (await this.#ingest?.look(path)) ?? null;
  }

  /** A file with coverage may have changed on disk. */
  documentChanged(path: string): void {
    this.#ingest?.documentChanged(path).catch((error: unknown) => this.#failed(error));
  }

  /** Forgets what is known and reads it back from what is to be followed now. */
  restart(): void {
    this.#restart = this.#restart.then(() => this.#replace()).catch((error: unknown) => this.#failed(error));
  }

  async #replace(): Promise<void> {
    const { service, thread, log } = this.#parts;
    const before = this.#ingest;
    this.#ingest = undefined;
    await before?.dispose();
    if (this.#disposed) return;
    if (before) service.forget();
    const ingest = thread.open({
      ...sourcesOf(this.#parts),
      onEvents: (events) => (this.#ingest === ingest ? service.accept(events) : undefined),
      onCaughtUp: () => log.note('What was recorded is read; what comes is followed'),
      onFault: (fault) => log.failure('Something could not be read', fault),
      onEnd: () => {
        if (this.#ingest === ingest) this.#revive();
      },
    });
    this.#ingest = ingest;
    ingest.start();
    this.#changed.fire();
    this.#askFirst();
  }

  /** What was read may have been too much for its thread; should it be so each time, that is not tried for ever. */
  #revive(): void {
    this.#failed(new Error('The thread that reads has ended'));
    if (++this.#revivals <= MOST_REVIVALS) this.restart();
  }

  #askFirst(): void {
    const agents = this.#parts.firstRun.toAsk;
    if (agents.length === 0) return;
    this.#used(agents)
      .then((used) => this.#parts.firstRun.ask(used))
      .catch((error: unknown) => this.#failed(error));
  }

  /** Those of the agents that seem to be used: by names alone, nothing is opened before the answer. */
  async #used(agents: readonly FoundAgent[]): Promise<readonly FoundAgent[]> {
    const { thread, editorFolder } = this.#parts;
    const used = new Set(await thread.agentsUsed({ folders: openFolders(), agents, editorFolder }));
    return agents.filter((agent) => used.has(agent));
  }

  #failed(error: unknown): void {
    this.#parts.log.failure('The sources of this workspace cannot be followed', error);
  }

  dispose(): void {
    this.#disposed = true;
    clearInterval(this.#look);
    this.#listeners.dispose();
    this.#changed.dispose();
    this.#parts.thread.dispose().catch((error: unknown) => this.#failed(error));
  }
}

/** The sources of the open folders, as they are set now. */
export function sourcesOf({
  configuration,
  firstRun,
  hasher,
  editorFolder,
  heads,
}: SourceParts): IngestSettings {
  return {
    folders: openFolders(),
    key: hasher().key,
    logPatterns: configuration.get('log.files'),
    agents: firstRun.allowed,
    editorFolder,
    heads,
  };
}

/** Absolute paths of the folders that are on disk. */
export function openFolders(): readonly string[] {
  return (workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}
