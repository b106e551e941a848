import type { DatabaseSync } from 'node:sqlite';
import { listRows, type RowEntry, type RowSums, sumRows } from './rowIndex';
import type { Tables } from './tables';

/** What is new in a table. */
export interface RowNews {
  readonly changed: readonly RowEntry[];
  /** Ids of rows that are not there any more. */
  readonly gone: readonly string[];
}

const NOTHING: RowNews = { changed: [], gone: [] };

/**
 * The rows of a session in one table as they were given. What is new is looked for where it is likely, behind the last row
 * and the last change; that nothing else is, the sums of all rows tell. So no clock is believed, neither one that was set
 * back nor one that stands still.
 */
export class GivenRows {
  readonly #table: number;
  readonly #rows = new Map<string, Pick<RowEntry, 'changed' | 'bytes'>>();
  #sums: RowSums = { rows: 0, changed: 0, bytes: 0 };
  #lastRow = -1n;
  #lastWritten = 0;

  constructor(table: number) {
    this.#table = table;
  }

  get size(): number {
    return this.#rows.size;
  }

  news(database: DatabaseSync, { layout }: Tables, session: string): RowNews {
    const columns = layout.tables[this.#table];
    if (columns === undefined) return NOTHING;
    const sums = sumRows(database, columns, session);
    if (areEqual(sums, this.#sums)) return NOTHING;
    const table = { layout, table: this.#table };
    if (this.#rows.size > 0) {
      const last = { rowid: this.#lastRow, written: this.#lastWritten };
      const likely = listRows(database, table, session, last).filter((entry) => this.#isNew(entry));
      if (
        areEqual(
          sums,
          likely.reduce((all, entry) => this.#with(all, entry), this.#sums),
        )
      ) {
        return { changed: likely, gone: [] };
      }
    }
    const all = listRows(database, table, session, null);
    const gone = new Set(this.#rows.keys());
    for (const { id } of all) gone.delete(id);
    return { changed: all.filter((entry) => this.#isNew(entry)), gone: [...gone] };
  }

  give(entry: RowEntry): void {
    this.#sums = this.#with(this.#sums, entry);
    this.#rows.set(entry.id, { changed: entry.changed, bytes: entry.bytes });
    if (entry.rowid > this.#lastRow) this.#lastRow = entry.rowid;
    this.#lastWritten = Math.max(entry.written, this.#lastWritten);
  }

  forget(id: string): void {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    this.#rows.delete(id);
    const { rows, changed, bytes } = this.#sums;
    this.#sums = { rows: rows - 1, changed: changed - row.changed, bytes: bytes - row.bytes };
  }

  #isNew({ id, changed, bytes }: RowEntry): boolean {
    const row = this.#rows.get(id);
    return row?.changed !== changed || row.bytes !== bytes;
  }

  #with({ rows, changed, bytes }: RowSums, entry: RowEntry): RowSums {
    const before = this.#rows.get(entry.id);
    return {
      rows: rows + (before === undefined ? 1 : 0),
      changed: changed + entry.changed - (before?.changed ?? 0),
      bytes: bytes + entry.bytes - (before?.bytes ?? 0),
    };
  }
}

function areEqual(a: RowSums, b: RowSums): boolean {
  return a.rows === b.rows && a.changed === b.changed && a.bytes === b.bytes;
}
