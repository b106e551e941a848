import type { DatabaseSync } from 'node:sqlite';
import { UnreadableFile } from '../regularFile';
import { exactNumber } from './rows';
import { query, quoted, type Tables } from './tables';

const MOST_ROWS = 300_000;
const LONGEST_ID = 200;

/** Where a row is, and what changes when the row does. */
export interface RowEntry {
  /** Which of the tables. */
  readonly table: number;
  readonly rowid: bigint;
  readonly id: string;
  readonly print: string;
  readonly created: number;
  readonly bytes: number;
  /** The row that it is part of; itself where there is none. */
  readonly owner: { readonly id: string; readonly created: number };
}

/**
 * All rows of a session, in the order in which they are to be read. Only the starts of the rows are looked at: how often
 * they are written anew, and by which clock, does not matter.
 *
 * @throws UnreadableFile where there are too many
 */
export function indexRows(database: DatabaseSync, tables: Tables, session: string): RowEntry[] {
  const owners = new Map<string, RowEntry['owner']>();
  const entries: RowEntry[] = [];
  for (const [table, columns] of tables.layout.tables.entries()) {
    const [id, created, changed, json] = [columns.id, columns.created, columns.changed, columns.json].map(
      quoted,
    );
    const sql = `SELECT rowid AS at, ${short(id)} AS id, ${number(created)} AS created, ${number(changed)} AS changed,
      octet_length(${json}) AS bytes, ${columns.owner === undefined ? 'NULL' : short(quoted(columns.owner))} AS owner
      FROM ${quoted(columns.table)} WHERE ${quoted(columns.session)} = ?`;
    for (const row of query(database, sql).iterate(session)) {
      const [rowid, name] = [row['at'], row['id']];
      if (typeof rowid !== 'bigint' || typeof name !== 'string') continue;
      const own = { id: name, created: exactNumber(row['created']) ?? 0 };
      const owner = typeof row['owner'] === 'string' ? (owners.get(row['owner']) ?? own) : own;
      const bytes = exactNumber(row['bytes']) ?? 0;
      const print = `${exactNumber(row['changed']) ?? ''}:${bytes}`;
      entries.push({ table, rowid, id: name, print, created: own.created, bytes, owner });
      if (table === 0) owners.set(name, own);
      if (entries.length > MOST_ROWS) throw new UnreadableFile('too-large');
    }
  }
  return entries.sort(byOrder);
}

function byOrder(a: RowEntry, b: RowEntry): number {
  return (
    a.owner.created - b.owner.created ||
    compare(a.owner.id, b.owner.id) ||
    a.table - b.table ||
    a.created - b.created ||
    compare(a.id, b.id)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function short(column: string | undefined): string {
  return `CASE WHEN typeof(${column}) = 'text' AND octet_length(${column}) <= ${LONGEST_ID} THEN ${column} END`;
}

function number(column: string | undefined): string {
  return `CASE WHEN typeof(${column}) IN ('integer', 'real') THEN ${column} END`;
}
