import type { DatabaseSync } from 'node:sqlite';
import type { JsonObject } from '../../agents/adapter';
import { isObject } from '../../agents/json';
import { query, quoted, type Table } from './tables';

/** Largest JSON of a row, and largest value of any other column, in bytes. What is larger is left out. */
const LARGEST_JSON = 16 * 1024 * 1024;
const LARGEST_VALUE = 16 * 1024;
/** Texts within a large JSON that are longer, such as pictures, are left out; in UTF-16 code units. */
const LONGEST_TEXT = 1024 * 1024;

/** Fetches rows of one table by the number that SQLite keeps them under. */
export class RowFetcher {
  readonly #table: Table;
  readonly #json: string | null;
  readonly #statement: ReturnType<typeof query>;

  /** @param json column that holds JSON */
  constructor(database: DatabaseSync, table: Table, json: string | null) {
    this.#table = table;
    this.#json = json;
    const columns = table.columns.map((name) => {
      const column = quoted(name);
      const most = name === json ? LARGEST_JSON : LARGEST_VALUE;
      return `CASE WHEN octet_length(${column}) <= ${most} THEN ${column} END AS ${column}`;
    });
    const sql = `SELECT ${columns.join(', ')} FROM ${quoted(table.name)} WHERE rowid = ?`;
    this.#statement = query(database, sql);
  }

  /** The record of a row; null: it is gone, or its JSON is none, or too large. */
  fetch(rowid: bigint): JsonObject | null {
    const row = this.#statement.get(rowid);
    if (row === undefined) return null;
    const record: Record<string, unknown> = Object.create(null);
    for (const name of this.#table.columns) {
      const value = name === this.#json ? parsed(row[name]) : plain(row[name]);
      if (name === this.#json && value === undefined) return null;
      if (value !== undefined) record[name] = value;
    }
    record['table'] = this.#table.name;
    return record;
  }
}

function plain(value: unknown): string | number | null | undefined {
  if (typeof value === 'bigint') return exactNumber(value) ?? undefined;
  return typeof value === 'string' || typeof value === 'number' || value === null ? value : undefined;
}

/** A whole number as a `number`; null where it is no whole number, or not exact. */
export function exactNumber(value: unknown): number | null {
  const number = typeof value === 'bigint' ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : null;
}

function parsed(value: unknown): JsonObject | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    const json: unknown = JSON.parse(value, value.length > LONGEST_TEXT ? withoutLongTexts : undefined);
    return isObject(json) ? json : undefined;
  } catch {
    // Whatever it is, it is no row of this agent.
    return undefined;
  }
}

function withoutLongTexts(_: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > LONGEST_TEXT ? undefined : value;
}
