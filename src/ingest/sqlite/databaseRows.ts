import type { DatabaseSync } from 'node:sqlite';
import type { JsonObject } from '../../agents/adapter';
import type { RowLayout } from '../../agents/transcripts';
import { shown } from '../../text/escape';
import { InputError } from '../inputError';
import { mergeByTime, type Timed } from '../mergeByTime';
import { type Unreadable, UnreadableFile } from '../regularFile';
import { withDatabase } from './openDatabase';
import { exactNumber } from './rows';
import { type ListedRow, listSessions } from './sessionList';
import { SessionRows } from './sessionRows';
import { loadSqlite } from './sqlite';
import { findTables, type Tables } from './tables';

interface TimedRecord extends Timed {
  /** Null: nothing but the time at which a session begins. */
  readonly record: JsonObject | null;
}

/** Does something with the database and its tables. */
type Ask = <T>(work: (database: DatabaseSync, tables: Tables) => T) => T;

/**
 * The rows of a finished database, of all sessions, in the order of time. It is opened for one batch at a time, so that it
 * may have a writer; a session's rows are looked up when its time comes.
 *
 * @param layouts those that it may have
 * @throws InputError where it has none of them, cannot be read, or there is no SQLite here
 */
export function* databaseRows(path: string, layouts: readonly RowLayout[]): Generator<JsonObject> {
  const ask = asking(path, layouts);
  const sessions = ask(listSessions).toSorted((a, b) => a.created - b.created);
  for (const { record } of mergeByTime<TimedRecord>(sessions.map((session) => sessionRecords(session, ask))))
    if (record !== null) yield record;
}

function* sessionRecords({ id, created }: ListedRow, ask: Ask): Generator<TimedRecord> {
  const rows = new SessionRows(id);
  // Its rows need not be known before its time.
  yield { record: null, time: created };
  do {
    yield* ask((database, tables) => {
      const timeOf = timesOf(tables.layout);
      return rows.next(database, tables).map((record) => ({ record, time: timeOf(record) }));
    });
  } while (rows.hasMore);
}

function timesOf({ sessions, tables }: RowLayout): (record: JsonObject) => number | null {
  const columns = new Map([sessions, ...tables].map(({ table, created }) => [table, created]));
  return (record) => exactNumber(record[columns.get(String(record['table'])) ?? '']);
}

function asking(path: string, layouts: readonly RowLayout[]): Ask {
  const sqlite = loadSqlite();
  if (sqlite === null) {
    throw new InputError(
      `${shown(path)} is a database, and this Node (${process.version}) has no SQLite to read it with: use Node 22.15 or later`,
    );
  }
  return (work) => {
    try {
      return withDatabase(sqlite, path, (database) => work(database, tablesOf(database, layouts)));
    } catch (fault) {
      throw fault instanceof UnreadableFile
        ? new InputError(`${shown(path)} ${inWords(fault.reason)}`)
        : fault;
    }
  };
}

function tablesOf(database: DatabaseSync, layouts: readonly RowLayout[]): Tables {
  let fault: unknown;
  for (const layout of layouts) {
    try {
      return findTables(database, layout);
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}

function inWords(reason: Unreadable): string {
  switch (reason) {
    case 'missing':
      return 'does not exist';
    case 'not-a-file':
      return 'is no file';
    case 'no-permission':
      return 'cannot be read: no permission';
    case 'too-large':
      return 'has more rows than can be read';
    case 'damaged':
      return 'is damaged, or no database';
    case 'no-sqlite':
      return 'cannot be read: there is no SQLite here';
    default:
      return otherWords(reason.code);
  }
}

function otherWords(code: string): string {
  switch (code) {
    case 'UNKNOWN_TABLES':
      return 'is a database of an unknown kind';
    case 'SQLITE_BUSY':
      return 'is locked, or changes too fast to be read: try again';
    default:
      return `cannot be read (${code})`;
  }
}
