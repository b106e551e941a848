import type { DocumentChangedEvent, Envelope } from '../../tracker/event';
import type { Patch } from '../patch';
import { withoutReturn } from '../textLines';
import type { Workshop } from '../workshop';
import type { ShellItem } from './interpret';

/** When a file changed, as seen by the reads of the same command. */
type When = 'before' | 'after' | 'between';

/** What an agent noticed of a file that a command changed. */
export interface RecordedChange {
  /** What replaced what, if the agent recorded it. */
  readonly patch: Patch | null;
  /** The file was not there before. */
  readonly isNew: boolean;
}

const UNRECORDED: RecordedChange = { patch: null, isNew: false };

/**
 * The files that a command changed: those its text names, and those the agent noticed by itself. Keeps the memory of
 * files true for the reads of the same command, which may stand before the change or after it.
 */
export class ShellChanges {
  readonly #workshop: Workshop;
  readonly #files = new Map<string, RecordedChange & { readonly when: When }>();
  readonly #told: ReadonlySet<string>;

  constructor(
    items: readonly ShellItem[],
    recorded: ReadonlyMap<string, RecordedChange>,
    workshop: Workshop,
  ) {
    this.#workshop = workshop;
    this.#told = new Set(items.flatMap(changedPaths));
    const changes = new Map<string, RecordedChange>();
    for (const path of this.#told) changes.set(path, UNRECORDED);
    for (const [path, change] of recorded) changes.set(path, change);
    for (const [path, change] of changes)
      this.#files.set(path, { ...change, when: whenChanged(path, items) });
  }

  /** To be called before the reads are looked at. */
  before(): void {
    for (const [path, { when, ...change }] of this.#files) {
      if (when === 'before') this.#change(path, change);
      else if (when === 'between') this.#workshop.memory.forget(path);
    }
  }

  /** To be called after the reads were looked at. */
  after(): void {
    for (const [path, { when, ...change }] of this.#files) {
      if (when === 'after') this.#change(path, change);
      else if (when === 'between') this.#workshop.memory.forget(path);
    }
  }

  /** The changes that the command's text does not tell. */
  noticed(base: Envelope): DocumentChangedEvent[] {
    return [...this.#files.keys()]
      .filter((path) => !this.#told.has(path))
      .map((path) => ({ kind: 'document-changed', ...base, path }));
  }

  #change(path: string, { patch, isNew }: RecordedChange): void {
    const { memory, hasher } = this.#workshop;
    if (patch === null) {
      memory.forget(path);
      return;
    }
    const hashes = hasher.each(patch.written.map(withoutReturn));
    if (isNew) memory.wrote(path, hashes);
    else memory.edited(path, patch.hunks, hashes);
  }
}

function changedPaths(item: ShellItem): string[] {
  if (item.kind !== 'change') return [];
  return item.change.kind === 'renamed' ? [item.change.from, item.change.to] : [item.change.file];
}

function whenChanged(path: string, items: readonly ShellItem[]): When {
  const reads = items.flatMap((item, at) => (item.kind === 'read' && item.stream.path === path ? [at] : []));
  const changes = items.flatMap((item, at) => (changedPaths(item).includes(path) ? [at] : []));
  const [firstRead] = reads;
  const lastRead = reads.at(-1);
  if (firstRead === undefined || lastRead === undefined) return 'after';
  const [firstChange] = changes;
  const lastChange = changes.at(-1);
  // A program that the text does not explain made the change, before the reads or after them.
  if (firstChange === undefined || lastChange === undefined) return 'between';
  if (lastRead < firstChange) return 'after';
  return firstRead > lastChange ? 'before' : 'between';
}
