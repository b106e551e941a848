import { errorMessage } from '../../text/errors';
import { UnreadableFile } from '../regularFile';
import type { RowChanges } from '../rowStore';
import { withDatabase } from './openDatabase';
import type { Answer, Question } from './protocol';
import { listSessions } from './sessionList';
import { SessionRows } from './sessionRows';
import type { SqliteModule } from './sqlite';
import { findTables } from './tables';

/** So many sessions and rows are kept in mind; a session that is forgotten is given from its start again. */
const MOST_SESSIONS = 200;
const MOST_ROWS = 1_000_000;

interface Remembered {
  readonly rows: SessionRows;
  readonly mark: string;
}

/** Answers questions about databases, one after the other. */
export class RowAnswers {
  readonly #sqlite: SqliteModule | null;
  readonly #sessions = new Map<string, Remembered>();
  #marks = 0;

  constructor(sqlite: SqliteModule | null) {
    this.#sqlite = sqlite;
  }

  answer(question: Question): Answer {
    const { number } = question;
    try {
      return question.session === null
        ? { number, kind: 'sessions', sessions: this.#list(question) }
        : { number, kind: 'changes', changes: this.#changes(question, question.session) };
    } catch (fault) {
      if (fault instanceof UnreadableFile) return { number, kind: 'unreadable', reason: fault.reason };
      return { number, kind: 'fault', message: errorMessage(fault) };
    }
  }

  #list({ database, layout }: Question): ReturnType<typeof listSessions> {
    return withDatabase(this.#module, database, (open) => listSessions(open, findTables(open, layout)));
  }

  #changes({ database, layout, since }: Question, session: string): RowChanges {
    const key = `${database}\u0000${session}`;
    const known = this.#sessions.get(key);
    // Whoever does not go on from the last answer has not got it.
    const rows = known !== undefined && known.mark === since ? known.rows : new SessionRows(session);
    const mark = `${++this.#marks}`;
    this.#sessions.delete(key);
    const records = withDatabase(this.#module, database, (open) => rows.next(open, findTables(open, layout)));
    this.#sessions.set(key, { rows, mark });
    this.#forget(key);
    return { records, mark, hasMore: rows.hasMore };
  }

  get #module(): SqliteModule {
    if (this.#sqlite === null) throw new UnreadableFile('no-sqlite');
    return this.#sqlite;
  }

  #forget(kept: string): void {
    let rows = 0;
    for (const { rows: each } of this.#sessions.values()) rows += each.size;
    for (const [key, oldest] of this.#sessions) {
      if ((rows <= MOST_ROWS && this.#sessions.size <= MOST_SESSIONS) || key === kept) return;
      rows -= oldest.rows.size;
      this.#sessions.delete(key);
    }
  }
}
