import { basename, dirname, extname } from 'node:path';
import type { ReaderContext } from '../agents/adapter';
import type { LineHasher } from '../text/lineHash';
import type { ListedSession } from './diagnostics';
import { FollowedSource } from './followedSource';
import type { Formats } from './formats';
import { SILENCE } from './liveness';
import { rowParseOf } from './rowParse';
import type { RowStore } from './rowStore';
import { slashedPath } from './slashedPath';
import type { FoundSession, TranscriptLocation, TranscriptPlace } from './transcriptLocation';
import type { RefusedLog, WorkspaceLog, WorkspaceLogs } from './workspaceLogs';

/** Which sessions of the past are read without being asked for: the newest ones, as far as they are not too large. */
export interface History {
  /** Of each agent. */
  readonly sessions: number;
  readonly bytes: number;
}

const RECENT: History = { sessions: 20, bytes: 128 * 1024 * 1024 };

export interface DiscoveryOptions {
  readonly formats: Formats;
  readonly hasher: LineHasher;
  readonly openedAt: number;
  readonly now: () => number;
  readonly onFault: (fault: unknown) => void;
  readonly locations: readonly TranscriptLocation[];
  readonly rows?: RowStore | undefined;
  readonly logs: WorkspaceLogs;
  readonly history?: History | undefined;
}

/** Finds what is to be followed: workspace logs, and the sessions of agents that keep their transcripts elsewhere. */
export class Discovery {
  readonly #options: DiscoveryOptions;
  readonly #sources = new Map<string, FollowedSource>();
  #listed: ReadonlyMap<string, ListedSession> = new Map();
  readonly #asked = new Set<string>();
  #refused: readonly RefusedLog[] = [];
  #hasLooked = false;

  constructor(options: DiscoveryOptions) {
    this.#options = options;
  }

  /** Whether it was looked once for everything. */
  get hasLooked(): boolean {
    return this.#hasLooked;
  }

  /** Everything that is followed, what changed last first. */
  get sources(): readonly FollowedSource[] {
    return [...this.#sources.values()].sort((a, b) => b.modified - a.modified);
  }

  get sessions(): readonly ListedSession[] {
    return [...this.#listed.values()].sort((a, b) => b.modified - a.modified);
  }

  get places(): readonly TranscriptPlace[] {
    return this.#options.locations.flatMap(({ places }) => places);
  }

  get refusedLogs(): readonly RefusedLog[] {
    return this.#refused;
  }

  /** Folders in which something new may appear or grow, the likeliest first. */
  get watched(): readonly string[] {
    const active = this.sources.filter(({ modified }) => this.#isActive(modified));
    return [
      ...this.#options.logs.watched,
      ...active.flatMap(({ paths }) => paths.map((path) => dirname(path))),
      ...this.#options.locations.flatMap(({ watched }) => watched),
    ];
  }

  /** From the next look on the session is followed, however old it is. */
  ask(source: string, session: string): void {
    this.#asked.add(keyOf(source, session));
  }

  /** Looks for what is new. */
  async look(): Promise<void> {
    await this.#lookForLogs();
    const listed = new Map<string, ListedSession>();
    for (const location of this.#options.locations) await this.#lookForSessions(location, listed);
    this.#listed = listed;
    this.#hasLooked = true;
  }

  async #lookForLogs(): Promise<void> {
    const { logs, refused } = await this.#options.logs.scan();
    const copies: RefusedLog[] = [];
    for (const log of logs) {
      if (this.#sources.has(log.path)) continue;
      // A rotated log told its events under its old name: under its new one they would happen again.
      if (await this.#isHeld(log.path)) {
        copies.push({ name: log.source, reason: 'holds the same as another log' });
      } else this.#followLog(log);
    }
    this.#refused = [...refused, ...copies];
  }

  async #isHeld(path: string): Promise<boolean> {
    for (const source of this.#sources.values()) {
      if (source.isLog && (await source.holds(path))) return true;
    }
    return false;
  }

  #followLog({ path, folder, source }: WorkspaceLog): void {
    const { formats, hasher, openedAt, now, onFault } = this.#options;
    const followed = new FollowedSource(
      {
        source,
        symlinks: 'refuse',
        restarts: 'new',
        openedAt,
        now,
        onFault,
        reader: (_, generation) => {
          const name = generation === 1 ? source : `${source} (${generation})`;
          return formats.logReader({
            hasher,
            source: name,
            baseFolder: folder,
            sessionFallback: stem(path),
            file: slashedPath(path),
          });
        },
      },
      0,
    );
    followed.follow([{ path, stored: 'lines' }], !this.#hasLooked);
    this.#sources.set(path, followed);
  }

  async #lookForSessions(location: TranscriptLocation, listed: Map<string, ListedSession>): Promise<void> {
    const history = this.#options.history ?? RECENT;
    let bytes = 0;
    for (const [rank, session] of (await location.scan()).entries()) {
      bytes += session.bytes;
      const key = keyOf(location.agent, session.id);
      const isRecent = rank === 0 || (rank < history.sessions && bytes <= history.bytes);
      const hasGrown = session.modified > (this.#listed.get(key)?.modified ?? session.modified);
      const isWanted = isRecent || hasGrown || this.#isActive(session.modified) || this.#asked.has(key);
      const followed =
        this.#sources.get(key) ?? (isWanted ? this.#followSession(location, session) : undefined);
      const modified = Math.max(session.modified, followed?.modified ?? 0);
      if (followed !== undefined && (!followed.isCaughtUp || this.#isActive(modified))) {
        followed.follow(await location.filesOf(session), !this.#hasLooked);
      }
      listed.set(key, {
        source: location.agent,
        session: session.id,
        cwd: session.cwd,
        modified: session.modified,
        bytes: session.bytes,
        followed: followed !== undefined,
      });
    }
  }

  #followSession({ agent }: TranscriptLocation, session: FoundSession): FollowedSource | undefined {
    const { formats, hasher, openedAt, now, onFault, rows } = this.#options;
    const adapter = formats.adapters.find(({ kind }) => kind === agent);
    if (adapter === undefined) return undefined;
    const context: ReaderContext = {
      hasher,
      source: agent,
      baseFolder: session.cwd,
      sessionFallback: session.id,
    };
    const parse = rowParseOf(adapter, hasher);
    const reader = (path: string) => adapter.reader({ ...context, file: slashedPath(path) });
    const followed = new FollowedSource(
      { source: agent, symlinks: 'refuse', restarts: 'same', openedAt, now, onFault, reader, parse, rows },
      session.modified,
    );
    this.#sources.set(keyOf(agent, session.id), followed);
    return followed;
  }

  #isActive(modified: number): boolean {
    return this.#options.now() - modified <= SILENCE;
  }
}

function keyOf(source: string, session: string): string {
  return `${source}\u0000${session}`;
}

function stem(path: string): string {
  return basename(path, extname(path));
}
