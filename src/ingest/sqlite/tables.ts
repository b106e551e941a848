import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { RowLayout } from '../../agents/transcripts';
import { UnreadableFile } from '../regularFile';

const MOST_COLUMNS = 100;

/** A table that is just a table: no view, nothing that a module or an expression makes up. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The tables of a database. */
export interface Tables {
  readonly layout: RowLayout;
  readonly sessions: Table;
  /** In the order of the layout. */
  readonly rows: readonly Table[];
}

/**
 * Whether the database has these tables and columns.
 *
 * @throws UnreadableFile where it is another kind of database
 */
export function findTables(database: DatabaseSync, layout: RowLayout): Tables {
  const { table, id, parent, cwd, created, changed } = layout.sessions;
  const sessions = findTable(database, table, [id, parent, cwd, created, changed]);
  const rows = layout.tables.map((each) => {
    const owner = each.owner === undefined ? [] : [each.owner];
    const columns = [each.id, each.session, each.created, each.changed, each.json, ...owner];
    return findTable(database, each.table, columns);
  });
  return { layout, sessions, rows };
}

function findTable(database: DatabaseSync, name: string, needed: readonly string[]): Table {
  const found = query(database, 'SELECT type, sql FROM sqlite_schema WHERE name = ?').all(name);
  const [only] = found;
  const isTable = found.length === 1 && only?.['type'] === 'table';
  if (!isTable || /^\s*CREATE\s+VIRTUAL/i.test(String(only['sql']))) throw unknownTables();
  const told = query(database, 'SELECT name, hidden FROM pragma_table_xinfo(?)').all(name);
  const columns = told.flatMap((column) => (column['hidden'] === 0n ? [String(column['name'])] : []));
  // A column that is made up when it is read may take for ever.
  const isPlain = columns.length === told.length && columns.length <= MOST_COLUMNS;
  if (!isPlain || !needed.every((column) => columns.includes(column))) throw unknownTables();
  return { name, columns };
}

/** Whole numbers come as `bigint`, so that none is too large. */
export function query(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function unknownTables(): UnreadableFile {
  return new UnreadableFile({ code: 'UNKNOWN_TABLES' });
}
