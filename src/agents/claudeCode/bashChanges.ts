import { resolvePath } from '../../text/path';
import type { DocumentChangedEvent, Envelope } from '../../tracker/event';
import { field, isObject, listField, objectField, textField } from '../json';
import { type Patch, parsePatch } from '../patch';
import type { ShellItem } from '../shell/interpret';
import type { Call, Result } from './call';
import { withoutReturn } from './numberedText';
import type { Workshop } from './workshop';

/** When a file changed, as seen by the reads of the same command. */
type When = 'before' | 'after' | 'between';

interface Change {
  /** What replaced what, if the agent recorded it. */
  readonly patch: Patch | null;
  /** The file was not there before. */
  readonly isNew: boolean;
}

const UNRECORDED: Change = { patch: null, isNew: false };

/**
 * The files that a command changed: those its text names, and those the agent noticed by itself. Keeps the memory of
 * files true for the reads of the same command, which may stand before the change or after it.
 */
export class BashChanges {
  readonly #workshop: Workshop;
  readonly #files = new Map<string, Change & { readonly when: When }>();
  readonly #told: ReadonlySet<string>;

  constructor(items: readonly ShellItem[], call: Call, { structured }: Result, workshop: Workshop) {
    this.#workshop = workshop;
    this.#told = new Set(items.flatMap(changedPaths));
    const diff = structured === undefined ? undefined : objectField(structured, 'bashEditDiff');
    const recorded = (diff === undefined ? undefined : listField(diff, 'files'))?.filter(isObject) ?? [];
    const changes = new Map<string, Change>();
    for (const path of this.#told) changes.set(path, UNRECORDED);
    for (const name of (diff === undefined ? undefined : listField(diff, 'changedFiles')) ?? []) {
      if (typeof name === 'string' && name !== '') changes.set(resolvePath(call.cwd, name), UNRECORDED);
    }
    for (const file of recorded) {
      const name = textField(file, 'filePath') ?? '';
      if (name === '') continue;
      const change = { patch: parsePatch(field(file, 'hunks')), isNew: field(file, 'created') === true };
      changes.set(resolvePath(call.cwd, name), change);
    }
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

  #change(path: string, { patch, isNew }: Change): void {
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
