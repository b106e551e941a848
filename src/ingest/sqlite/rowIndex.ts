import type { DatabaseSync } from 'node:sqlite';
import type { RowLayout } from '../../agents/transcripts';
import { UnreadableFile } from '../regularFile';
import { exactNumber } from './rows';
import { query, quoted } from './tables';

const MOST_ROWS = 300_000;
const LONGEST_ID = 200;

type Columns = RowLayout['tables'][number];

/** Where a row is, and what changes when the row does. */
export interface RowEntry {
  /** Which of the tables. */
  readonly table: number;
  readonly rowid: bigint;
  readonly id: string;
  readonly owner: string | null;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly written: number;
  /** The part of `written` that is summed. */
  readonly changed: number;
  /** Of its JSON. */
  readonly bytes: number;
}

/** What all rows of a session in one table come to: another where a row came, changed or went. */
export interface RowSums {
  readonly rows: number;
  readonly changed: number;
  readonly bytes: number;
}

/** So much of the time of a change that the sum of many is exact. */
const CHANGED_MASK = 0xffff_ffff;

/** Sums the rows of a session: many times as fast as to list them. */
export function sumRows(database: DatabaseSync, columns: Columns, session: string): RowSums {
  const sums = query(
    database,
    `SELECT count(*) AS rows, sum(${changedOf(columns)}) AS changed, sum(octet_length(${quoted(columns.json)})) AS bytes
     ${fromWhere(columns)}`,
  ).get(session);
  return {
    rows: exactNumber(sums?.['rows']) ?? 0,
    changed: exactNumber(sums?.['changed']) ?? 0,
    bytes: exactNumber(sums?.['bytes']) ?? 0,
  };
}

/**
 * The rows of a session in one table: all, or those that were put in behind a row or changed since a time. Only the
 * starts of rows are looked at.
 *
 * @param since null: all
 * @throws UnreadableFile where there are too many
 */
export function listRows(
  database: DatabaseSync,
  { layout, table }: { readonly layout: RowLayout; readonly table: number },
  session: string,
  since: { readonly rowid: bigint; readonly written: number } | null,
): RowEntry[] {
  const columns = layout.tables[table];
  if (columns === undefined) return [];
  const { id, owner, created, changed, json } = columns;
  const statement = query(
    database,
    `SELECT rowid AS at, ${quoted(id)} AS id, ${number(created)} AS created, ${number(changed)} AS written,
       ${changedOf(columns)} AS changed,
       octet_length(${quoted(json)}) AS bytes, ${owner === undefined ? 'NULL' : short(owner)} AS owner
     ${fromWhere(columns)} ${since === null ? '' : `AND (rowid > ? OR ${quoted(changed)} >= ?)`}`,
  );
  const entries: RowEntry[] = [];
  const bounds = since === null ? [] : [since.rowid, since.written];
  for (const row of statement.iterate(session, ...bounds)) {
    const [rowid, name, above] = [row['at'], row['id'], row['owner']];
    if (typeof rowid !== 'bigint' || typeof name !== 'string') continue;
    entries.push({
      table,
      rowid,
      id: name,
      owner: typeof above === 'string' ? above : null,
      created: exactNumber(row['created']) ?? 0,
      written: exactNumber(row['written']) ?? 0,
      changed: exactNumber(row['changed']) ?? 0,
      bytes: exactNumber(row['bytes']) ?? 0,
    });
    if (entries.length > MOST_ROWS) throw new UnreadableFile('too-large');
  }
  return entries;
}

function fromWhere({ table, id, session }: Columns): string {
  const isName = `typeof(${quoted(id)}) = 'text' AND octet_length(${quoted(id)}) <= ${LONGEST_ID}`;
  return `FROM ${quoted(table)} WHERE ${quoted(session)} = ? AND ${isName}`;
}

function changedOf({ changed }: Columns): string {
  return `coalesce(${number(changed)} & ${CHANGED_MASK}, 0)`;
}

function short(column: string): string {
  const name = quoted(column);
  return `CASE WHEN typeof(${name}) = 'text' AND octet_length(${name}) <= ${LONGEST_ID} THEN ${name} END`;
}

function number(column: string): string {
  const name = quoted(column);
  return `CASE WHEN typeof(${name}) IN ('integer', 'real') THEN ${name} END`;
}
