import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { loadSqlite, type SqliteModule } from '../../../../src/ingest/sqlite/sqlite';

const SCHEMA = `
  CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT NOT NULL, title TEXT, revert TEXT,
    time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL);
  CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, time_created INTEGER NOT NULL,
    time_updated INTEGER NOT NULL, data TEXT NOT NULL);
  CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT NOT NULL, session_id TEXT NOT NULL,
    time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, data TEXT NOT NULL);
  CREATE INDEX message_session_idx ON message (session_id, time_created, id);
  CREATE INDEX part_session_idx ON part (session_id);
`;

export function sqlite(): SqliteModule {
  const module = loadSqlite();
  if (module === null) throw new Error('these tests need a Node that has SQLite');
  return module;
}

/** A folder with a database as OpenCode makes it, and its writer. */
export class TestDatabase {
  readonly folder = mkdtempSync(join(tmpdir(), 'rows-'));
  readonly path = join(this.folder, 'opencode.db');
  readonly writer: DatabaseSync;
  /** Milliseconds since the epoch; one more with each row. */
  now = 1_800_000_000_000;

  /** @param schema instead of the agent's own */
  constructor(schema = SCHEMA, mode = 'WAL') {
    const { DatabaseSync } = sqlite();
    this.writer = new DatabaseSync(this.path);
    this.writer.exec(`PRAGMA journal_mode = ${mode}; PRAGMA synchronous = OFF; ${schema}`);
  }

  session(id: string, directory = '/ws', parent: string | null = null): void {
    const time = this.now++;
    this.writer
      .prepare('INSERT INTO session VALUES (?, ?, ?, ?, NULL, ?, ?)')
      .run(id, parent, directory, 'a title', time, time);
  }

  message(id: string, session: string, data: object = { role: 'assistant' }): void {
    const time = this.now++;
    this.writer
      .prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)')
      .run(id, session, time, time, JSON.stringify(data));
  }

  /** Inserts a part, or writes it anew in its place. */
  part(id: string, message: string, session: string, data: object | string): void {
    const time = this.now++;
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    this.writer
      .prepare(
        `INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET data = excluded.data, time_updated = excluded.time_updated`,
      )
      .run(id, message, session, time, time, text);
  }

  dispose(): void {
    if (this.writer.isOpen) this.writer.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
