import type { DatabaseSync } from 'node:sqlite';
import type { JsonObject } from '../../agents/adapter';
import { indexRows, type RowEntry } from './rowIndex';
import { RowFetcher } from './rows';
import { sessionChain } from './sessionList';
import type { Tables } from './tables';

/** So much is given at once at most: rows, and bytes of their JSON unless a single row has more. */
const MOST_ROWS = 400;
const MOST_BYTES = 512 * 1024;

/** The rows of one session as they were given so far. */
export class SessionRows {
  readonly #session: string;
  /** What was given of each row, by table and id. */
  #given = new Map<string, string>();
  #pending: RowEntry[] = [];
  #chain = '';

  constructor(session: string) {
    this.#session = session;
  }

  /** How many rows it remembers. */
  get size(): number {
    return this.#given.size;
  }

  get hasMore(): boolean {
    return this.#pending.length > 0;
  }

  /** Rows that came, changed or went since it was last asked, the sessions' own first. */
  next(database: DatabaseSync, tables: Tables): JsonObject[] {
    const records: JsonObject[] = [];
    const chain = sessionChain(database, tables, this.#session);
    if (chain.length === 0) return records;
    const text = JSON.stringify(chain);
    if (text !== this.#chain) records.push(...chain);
    this.#chain = text;
    if (!this.hasMore) records.push(...this.#look(database, tables));
    records.push(...this.#fetch(database, tables));
    return records;
  }

  /** Finds what is to be given; gives what is gone. */
  #look(database: DatabaseSync, tables: Tables): JsonObject[] {
    const entries = indexRows(database, tables, this.#session);
    const gone = new Set(this.#given.keys());
    for (const entry of entries) gone.delete(keyOf(entry));
    this.#pending = entries.filter((entry) => this.#given.get(keyOf(entry)) !== entry.print);
    return [...gone].flatMap((key) => {
      this.#given.delete(key);
      const [table = '', id = ''] = key.split(' ', 2);
      const columns = tables.layout.tables[Number(table)];
      if (columns === undefined) return [];
      return [{ table: columns.table, [columns.id]: id, [columns.session]: this.#session, gone: true }];
    });
  }

  #fetch(database: DatabaseSync, tables: Tables): JsonObject[] {
    const fetchers = tables.rows.map(
      (table, i) => new RowFetcher(database, table, tables.layout.tables[i]?.json ?? null),
    );
    const records: JsonObject[] = [];
    let [bytes, taken] = [0, 0];
    for (const entry of this.#pending) {
      bytes += entry.bytes;
      if (taken > 0 && (taken === MOST_ROWS || bytes > MOST_BYTES)) break;
      taken++;
      const record = fetchers[entry.table]?.fetch(entry.rowid) ?? null;
      if (record !== null) records.push(record);
      this.#given.set(keyOf(entry), entry.print);
    }
    this.#pending = this.#pending.slice(taken);
    return records;
  }
}

function keyOf({ table, id }: RowEntry): string {
  return `${table} ${id}`;
}
