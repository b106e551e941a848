import type { JsonObject } from '../agents/adapter';
import type { RowLayout } from '../agents/transcripts';

/** A session as a database lists it. */
export interface RowSession {
  readonly id: string;
  /** The session that it is a subagent of. */
  readonly parent: string | null;
  /** Folder it was started in, as the database has it. */
  readonly cwd: string;
  /** When it last changed, in milliseconds since the epoch. */
  readonly modified: number;
}

/** Rows that came or changed. */
export interface RowChanges {
  /** `{ table, ...columns }` in the order in which they are to be read, with the JSON column of a table parsed. */
  readonly records: readonly JsonObject[];
  /** Where to go on from; it means something to the store alone. */
  readonly mark: string;
  /** There are more now. */
  readonly hasMore: boolean;
}

/**
 * Databases that agents write to while they are read. Read-only, never the writer's obstacle, and never on the thread
 * that draws. A database that is not asked for a while is given back to the system.
 *
 * Everything throws `UnreadableFile` where the database cannot be read now; `no-sqlite` where it never can here.
 */
export interface RowStore {
  sessions(database: string, layout: RowLayout): Promise<readonly RowSession[]>;
  /**
   * Rows of one session (not of its subagents) since the mark, as many as fit one answer.
   *
   * @param since null: from the start
   */
  changes(database: string, layout: RowLayout, session: string, since: string | null): Promise<RowChanges>;
  /** Nothing is asked any more. */
  dispose(): Promise<void>;
}
