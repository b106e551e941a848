import { homedir } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Disposable, EventEmitter, workspace } from 'vscode';
import type { FoundAgent } from '../agents/agentNames';
import { agentsWithFolder } from '../ingest/agentFolders';
import type { CanonicalPaths } from '../ingest/canonicalPath';
import type { IngestState } from '../ingest/diagnostics';
import { Ingest, type IngestOptions } from '../ingest/ingest';
import { KNOWN_FORMATS } from '../ingest/knownFormats';
import { machineOf } from '../ingest/machine';
import type { RowStore } from '../ingest/rowStore';
import { transcriptLocations } from '../ingest/transcriptLocations';
import { WorkspaceFolders } from '../ingest/workspaceFolders';
import type { LineHasher } from '../text/lineHash';
import type { AgentEvent, DiskEvidence } from '../tracker/event';
import type { Configuration } from './configuration';
import type { CoverageService } from './coverageService';
import type { FindingsLog } from './findingsLog';
import type { FirstRun } from './firstRun';

/** How often it is looked for transcripts that a person is still to be asked about, ms. */
const LOOK_FOR_TRANSCRIPTS = 15_000;

/** What tells which sources a person has in this window. */
export interface SourceParts {
  readonly configuration: Configuration;
  readonly firstRun: FirstRun;
  readonly hasher: () => LineHasher;
  /** The `User` folder of this editor. */
  readonly editorFolder: string;
  /** Databases that agents write to; {@link Following} disposes of them. */
  readonly rows: RowStore;
}

export interface FollowingParts extends SourceParts {
  readonly service: CoverageService;
  readonly paths: CanonicalPaths;
  readonly log: FindingsLog;
}

/** Follows the sources of the open folders, and starts anew when the folders, the logs or the permission change. */
export class Following implements Disposable {
  readonly #parts: FollowingParts;
  readonly #changed = new EventEmitter<void>();
  readonly #listeners: Disposable;
  #ingest: Ingest | undefined;
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
  agentsFound(): Promise<ReadonlySet<string>> {
    const { editorFolder } = this.#parts;
    return agentsWithFolder(KNOWN_FORMATS.adapters, machineOf(process.env, homedir(), { editorFolder }));
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
    const { service, log } = this.#parts;
    const before = this.#ingest;
    this.#ingest = undefined;
    await before?.dispose();
    if (this.#disposed) return;
    if (before) service.forget();
    const ingest = new Ingest({
      ...sourcesOf(this.#parts),
      onEvents: (events) => (this.#ingest === ingest ? service.accept(events) : undefined),
      onFault: (fault) => log.failure('Something could not be read', fault),
    });
    this.#ingest = ingest;
    ingest.start();
    this.#changed.fire();
    this.#askFirst();
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
    const { paths, editorFolder } = this.#parts;
    const folders = await WorkspaceFolders.open(openFolders(), paths);
    const surroundings = { env: process.env, home: homedir(), editorFolder, folders, paths };
    const used: FoundAgent[] = [];
    for (const agent of agents) {
      const [location] = transcriptLocations(KNOWN_FORMATS.adapters, [agent], surroundings);
      if ((await location?.seemsUsed()) === true) used.push(agent);
    }
    return used;
  }

  #failed(error: unknown): void {
    this.#parts.log.failure('The sources of this workspace cannot be followed', error);
  }

  dispose(): void {
    this.#disposed = true;
    clearInterval(this.#look);
    this.#listeners.dispose();
    this.#changed.dispose();
    Promise.all([this.#ingest?.dispose(), this.#parts.rows.dispose()]).catch((error: unknown) =>
      this.#failed(error),
    );
  }
}

/** The sources of the open folders, as they are set now. */
export function sourcesOf({
  configuration,
  firstRun,
  hasher,
  editorFolder,
  rows,
}: SourceParts): Omit<IngestOptions, 'onEvents' | 'onFault'> {
  return {
    folders: openFolders(),
    hasher: hasher(),
    formats: KNOWN_FORMATS,
    logPatterns: configuration.get('log.files'),
    agents: firstRun.allowed,
    editorFolder,
    rows,
  };
}

/** Absolute paths of the folders that are on disk. */
export function openFolders(): readonly string[] {
  return (workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}
