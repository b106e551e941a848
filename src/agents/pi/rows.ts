import { dropOldest } from '../../text/maps';
import type { Entry } from './entry';

const MOST_ROWS = 100_000;

/** A row of the tree, and what it put into the context. */
export interface Row<Item> {
  readonly id: string;
  readonly parent: string | null;
  /** Where it stands in the file, counted from 0; the header counts. */
  readonly place: number;
  readonly items: Item[];
  /** A compaction: the first row that is kept, by id or, in the oldest files, by its place. */
  readonly compaction: { readonly keptFrom: string | number | null } | null;
}

/** The rows of a session, a tree by their parents. Bounded: the oldest are forgotten, and what they put in with them. */
export class Rows<Item> {
  readonly #rows = new Map<string, Row<Item>>();
  #leaf: string | null = null;
  #places = 0;

  /** The place of the row that comes next. */
  get next(): number {
    return this.#places;
  }

  /** The last row. */
  get leaf(): string | null {
    return this.#leaf;
  }

  has(id: string): boolean {
    return this.#rows.has(id);
  }

  /** Something else stands in the file. */
  skip(): void {
    this.#places++;
  }

  /** The row that this one continues: the last one, where it tells none or one that is not known. */
  parentOf({ parent }: Entry): string | null {
    if (parent === null) return null;
    return parent !== undefined && this.#rows.has(parent) ? parent : this.#leaf;
  }

  add(entry: Entry): void {
    const place = this.#places++;
    const id = entry.id ?? `#${place}`;
    const compaction = entry.type === 'compaction' ? { keptFrom: keptFromOf(entry) } : null;
    this.#rows.set(id, { id, parent: this.parentOf(entry), place, items: [], compaction });
    this.#leaf = id;
    dropOldest(this.#rows, MOST_ROWS);
  }

  /** The row at this place on the way to the last one; looks back from there. */
  at(place: number): Row<Item> | undefined {
    let row = this.#rowOf(this.#leaf);
    while (row !== undefined && row.place > place) row = this.#rowOf(row.parent);
    return row?.place === place ? row : undefined;
  }

  /** What is in the context at a row, in order: of the way to it, what the last compaction on it kept. */
  itemsAt(leaf: string | null): Item[] {
    const way: Row<Item>[] = [];
    let last: number | null = null;
    for (let row = this.#rowOf(leaf); row !== undefined; row = this.#rowOf(row.parent)) {
      if (row.compaction !== null && last === null) last = way.length;
      way.push(row);
    }
    if (last === null) return way.reverse().flatMap(({ items }) => items);
    const { keptFrom } = way[last]?.compaction ?? { keptFrom: null };
    const first = way.findIndex(({ id, place }) => id === keptFrom || place === keptFrom);
    return way
      .slice(0, Math.max(first, last) + 1)
      .reverse()
      .flatMap(({ items }) => items);
  }

  #rowOf(id: string | null): Row<Item> | undefined {
    return id === null ? undefined : this.#rows.get(id);
  }
}

function keptFromOf({ record }: Entry): string | number | null {
  const { firstKeptEntryId: id, firstKeptEntryIndex: index } = record;
  if (typeof id === 'string') return id;
  return typeof index === 'number' ? index : null;
}
