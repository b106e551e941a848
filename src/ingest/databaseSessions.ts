import type { RowLayout } from '../agents/transcripts';
import type { CanonicalPaths } from './canonicalPath';
import { databaseStamp } from './databaseStamp';
import { type Unreadable, UnreadableFile } from './regularFile';
import type { RowSession, RowStore } from './rowStore';
import type { Candidate } from './transcriptSessions';
import type { WorkspaceFolders } from './workspaceFolders';

export interface DatabaseLook {
  readonly state: Unreadable | null;
  /** Sessions there of any folder. */
  readonly sessions: number;
  readonly candidates: readonly Candidate[];
}

export interface DatabaseOptions {
  readonly path: string;
  readonly layout: RowLayout;
  readonly store: RowStore;
  readonly folders: WorkspaceFolders;
  readonly paths: CanonicalPaths;
}

/** The sessions in one database. It is asked again only when it changed. */
export class DatabaseSessions {
  readonly #options: DatabaseOptions;
  #stamp = '';
  #sessions: readonly RowSession[] = [];

  constructor(options: DatabaseOptions) {
    this.#options = options;
  }

  async look(): Promise<DatabaseLook> {
    const { path, layout, store } = this.#options;
    try {
      const { text } = await databaseStamp(path);
      if (text !== this.#stamp) this.#sessions = await store.sessions(path, layout);
      this.#stamp = text;
      const candidates: Candidate[] = [];
      for (const session of this.#sessions) candidates.push(await this.#candidate(session));
      const kept = candidates.filter(({ isOwn, parent }) => isOwn || parent !== null);
      return { state: null, sessions: this.#sessions.length, candidates: kept };
    } catch (error) {
      if (error instanceof UnreadableFile) return { state: error.reason, sessions: 0, candidates: [] };
      throw error;
    }
  }

  async #candidate({ id, parent, cwd: told, modified }: RowSession): Promise<Candidate> {
    const { path, layout, folders, paths } = this.#options;
    const cwd = await paths.resolve(told);
    const file = { path, stored: 'rows', layout, session: id, modified } as const;
    return { id, parent, cwd, isOwn: folders.ownSession(cwd), file, modified, bytes: 0 };
  }
}
