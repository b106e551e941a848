import type { AgentEvent, DeliveredEvent } from '../../tracker/event';
import type { FileMemory } from '../fileMemory';
import type { Entry } from './entry';
import { Rows } from './rows';

const MOST_HASHES = 500_000;
const MOST_CHANGED_FILES = 10_000;

/** Lines that are in the context. */
export type Lines = Omit<DeliveredEvent, 'source' | 'session' | 'agent' | 'actor' | 'time' | 'call'>;

/** What one call put into the context. */
interface Item {
  /** As the tracker knows it; null: it came without a call, or was told again. */
  call: string | null;
  /** The how manieth it was told. */
  told: number;
  lines: readonly Lines[];
  /** How often files had changed by then. */
  readonly time: number;
}

/** What became of the context with a row. */
export type Change =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'rewind';
      /** This call and all after it are undone; undefined: all of them. */
      readonly toCall?: string;
      /** Of the lines that are gone for the tracker, those that are in the context. */
      readonly again: readonly Lines[];
    }
  | { readonly kind: 'compaction'; readonly kept: readonly string[]; readonly again: readonly Lines[] };

/**
 * The context of a session whose rows are a tree. A row that continues an earlier one than the last takes out what came
 * between, and may bring back what was taken out before.
 */
export class Context {
  readonly #memory: FileMemory;
  readonly #rows = new Rows<Item>();
  #told = 0;
  /** Changes of files so far, and how many there were when each file was changed last. */
  #time = 0;
  readonly #changed = new Map<string, number>();
  /** Items whose lines are remembered, the oldest first. */
  readonly #remembered = new Set<Item>();
  #hashes = 0;

  constructor(memory: FileMemory) {
    this.#memory = memory;
  }

  /** The place of the row that comes next. */
  get place(): number {
    return this.#rows.next;
  }

  has({ id }: Entry): boolean {
    return id !== undefined && this.#rows.has(id);
  }

  /** Something that is no row stands in the file. */
  skip(): void {
    this.#rows.skip();
  }

  /** A row comes. What earlier rows did must have been noted. */
  add(entry: Entry): Change {
    const [from, to] = [this.#rows.leaf, this.#rows.parentOf(entry)];
    if (entry.type !== 'compaction') {
      const change: Change = from === to ? { kind: 'none' } : this.#switched(from, to);
      this.#rows.add(entry);
      return change;
    }
    const before = new Set(this.#rows.itemsAt(from));
    this.#rows.add(entry);
    return this.#compacted(before);
  }

  /** What was done in the row at this place: it is in the context as long as the row is. */
  note(place: number, events: readonly AgentEvent[]): void {
    for (const event of events) this.#noteChange(event);
    const row = this.#rows.at(place);
    for (const call of new Set(events.map((event) => event.call))) {
      const lines = events.filter((event) => event.call === call).flatMap(linesOf);
      if (call === null && lines.length === 0) continue;
      const item = { call, told: this.#told++, lines, time: this.#time };
      row?.items.push(item);
      this.#remember(item);
    }
  }

  #switched(from: string | null, to: string | null): Change {
    const before = this.#rows.itemsAt(from);
    const after = this.#rows.itemsAt(to);
    const [had, has] = [new Set(before), new Set(after)];
    const lost = before.filter((item) => !has.has(item));
    const comesBack = after.some((item) => !had.has(item));
    if (lost.length === 0 && !comesBack) return { kind: 'none' };
    const [first] = lost;
    // The tracker undoes all that was told from a call on.
    const isLast = first !== undefined && after.every(({ told }) => told < first.told);
    const canBeNamed = !comesBack && isLast && lost.every(({ call }) => call !== null);
    if (canBeNamed && first.call !== null) return { kind: 'rewind', toCall: first.call, again: [] };
    return { kind: 'rewind', again: this.#again(after) };
  }

  #compacted(before: ReadonlySet<Item>): Change {
    const items = this.#rows.itemsAt(this.#rows.leaf);
    // What an earlier compaction took out, this one may bring back.
    const again = this.#again(items.filter((item) => item.call === null || !before.has(item)));
    return { kind: 'compaction', kept: items.flatMap(({ call }) => call ?? []), again };
  }

  /** Those of the lines that are still as they were given. */
  #again(items: readonly Item[]): Lines[] {
    return items.flatMap((item) => {
      item.call = null;
      item.told = this.#told++;
      return item.lines.filter((lines) => this.#isSame(lines, item.time));
    });
  }

  /** Lines of another version than the current would be taken for a change back. */
  #isSame({ path, returned, lineHashes }: Lines, time: number): boolean {
    if ((this.#changed.get(path) ?? 0) > time) return false;
    const file = this.#memory.get(path);
    let at = 0;
    for (const [start, end] of returned) {
      for (let line = start; line <= end; line++) {
        const known = file?.at(line);
        if (known !== undefined && known !== lineHashes?.[at]) return false;
        at++;
      }
    }
    return true;
  }

  #noteChange(event: AgentEvent): void {
    const paths = changedPaths(event);
    if (paths.length === 0) return;
    this.#time++;
    for (const path of paths) this.#changed.set(path, this.#time);
    if (this.#changed.size <= MOST_CHANGED_FILES) return;
    // Which of the lines are still true is not known any more.
    this.#changed.clear();
    for (const item of this.#remembered) item.lines = [];
    this.#remembered.clear();
    this.#hashes = 0;
  }

  #remember(item: Item): void {
    if (item.lines.length === 0) return;
    this.#remembered.add(item);
    this.#hashes += sizeOf(item);
    for (const oldest of this.#remembered) {
      if (this.#hashes <= MOST_HASHES) break;
      this.#remembered.delete(oldest);
      this.#hashes -= sizeOf(oldest);
      oldest.lines = [];
    }
  }
}

function sizeOf({ lines }: Item): number {
  return lines.reduce((sum, { lineHashes }) => sum + (lineHashes?.length ?? 0) + 1, 0);
}

function changedPaths(event: AgentEvent): readonly string[] {
  switch (event.kind) {
    case 'edit':
    case 'write':
      return event.outcome === 'ok' ? [event.path] : [];
    case 'delete':
    case 'document-changed':
      return [event.path];
    case 'rename':
      return [event.from, event.to];
    default:
      return [];
  }
}

function linesOf(event: AgentEvent): Lines[] {
  if ((event.kind !== 'read' && event.kind !== 'delivered') || event.returned.length === 0) return [];
  const { path, written, returned, cutLines, totalLines, agentTotal, lineHashes } = event;
  if (lineHashes === undefined) return [];
  return [
    {
      kind: 'delivered',
      path,
      written,
      returned,
      ...(cutLines === undefined ? {} : { cutLines }),
      totalLines,
      ...(agentTotal === undefined ? {} : { agentTotal }),
      lineHashes,
    },
  ];
}
