import type { DatabaseSync } from 'node:sqlite';
import type { JsonObject } from '../../agents/adapter';
import { getOrCreate } from '../../text/maps';
import { GivenRows } from './givenRows';
import type { RowEntry } from './rowIndex';
import { RowFetcher } from './rows';
import { sessionChain } from './sessionList';
import type { Tables } from './tables';

/** So much is given at once at most: rows, and bytes of their JSON unless a single row has more. */
const MOST_ROWS = 400;
const MOST_BYTES = 512 * 1024;

/** The rows of one session as they were given so far. */
export class SessionRows {
  readonly #session: string;
  readonly #given = new Map<number, GivenRows>();
  /** When the rows began that others are part of, in milliseconds since the epoch. */
  readonly #owners = new Map<string, number>();
  #pending: RowEntry[] = [];
  #chain = '';

  constructor(session: string) {
    this.#session = session;
  }

  /** How many rows it remembers. */
  get size(): number {
    let size = 0;
    for (const given of this.#given.values()) size += given.size;
    return size;
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

  /** Finds what is to be given, and gives what is gone. */
  #look(database: DatabaseSync, tables: Tables): JsonObject[] {
    const records: JsonObject[] = [];
    const pending: RowEntry[] = [];
    for (const [at, { table, id, session }] of tables.layout.tables.entries()) {
      const given = this.#rows(at);
      const { changed, gone } = given.news(database, tables, this.#session);
      for (const name of gone) {
        given.forget(name);
        records.push({ table, [id]: name, [session]: this.#session, gone: true });
      }
      for (const entry of changed) {
        if (at === 0) this.#owners.set(entry.id, entry.created);
        pending.push(entry);
      }
    }
    this.#pending = this.#inOrder(pending);
    return records;
  }

  /** Each row with the one that it is part of; those by their time. */
  #inOrder(entries: readonly RowEntry[]): RowEntry[] {
    const keyed = entries.map((entry) => {
      const time = this.#owners.get(entry.owner ?? '');
      const owner = time === undefined ? entry.id : (entry.owner ?? '');
      return { entry, owner, time: time ?? entry.created };
    });
    keyed.sort(
      (a, b) =>
        a.time - b.time ||
        compare(a.owner, b.owner) ||
        a.entry.table - b.entry.table ||
        a.entry.created - b.entry.created ||
        compare(a.entry.id, b.entry.id),
    );
    return keyed.map(({ entry }) => entry);
  }

  #fetch(database: DatabaseSync, tables: Tables): JsonObject[] {
    if (!this.hasMore) return [];
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
      this.#rows(entry.table).give(entry);
    }
    this.#pending = this.#pending.slice(taken);
    return records;
  }

  #rows(table: number): GivenRows {
    return getOrCreate(this.#given, table, () => new GivenRows(table));
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
