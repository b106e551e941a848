import { splitLines } from '../../text/lines';
import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { writtenFile } from '../changeEvents';
import { isObject, objectField, textField } from '../json';
import type { NamedFile } from '../namedFile';
import { unifiedPatch } from '../patch';
import { withoutReturn } from '../textLines';
import type { Workshop } from '../workshop';

/** One file's part of a patch. */
export type Change =
  | { readonly kind: 'add'; readonly path: string; readonly content: string }
  | { readonly kind: 'delete'; readonly path: string }
  | {
      readonly kind: 'update';
      readonly path: string;
      /** As the agent recorded it; null: it did not. */
      readonly diff: string | null;
      /** The file's new name. */
      readonly to: string | null;
    };

const MOST_FILES = 2000;

/**
 * The changes that the agent recorded, by path: `{type: 'update', unified_diff, move_path}`, or
 * `{update: {unified_diff, move_path}}` in older versions.
 */
export function recordedChanges(changes: JsonObject): Change[] {
  return Object.entries(changes)
    .slice(0, MOST_FILES)
    .flatMap(([path, value]): Change[] => {
      if (!isObject(value) || path === '') return [];
      const named = textField(value, 'type');
      const kind = named ?? ['add', 'update', 'delete'].find((name) => Object.hasOwn(value, name));
      const change = named === undefined ? (objectField(value, kind ?? '') ?? {}) : value;
      switch (kind) {
        case 'add':
          return [{ kind, path, content: textField(change, 'content') ?? '' }];
        case 'delete':
          return [{ kind, path }];
        case 'update':
          return [
            {
              kind,
              path,
              diff: textField(change, 'unified_diff') ?? null,
              to: textField(change, 'move_path') ?? null,
            },
          ];
        default:
          return [];
      }
    });
}

/** The changes that a patch asks for, in the agent's own form. */
export function askedChanges(patch: string): Change[] {
  const changes: Change[] = [];
  let added: string[] | null = null;
  const endAdded = () => {
    const last = changes.at(-1);
    if (added !== null && last?.kind === 'add') {
      changes[changes.length - 1] = { ...last, content: added.map((line) => `${line}\n`).join('') };
    }
    added = null;
  };
  for (const line of patch.split('\n')) {
    const [, what, path = ''] = /^\*\*\* (Add|Delete|Update) File: (.+?)\s*$/.exec(line) ?? [];
    const [, to] = /^\*\*\* Move to: (.+?)\s*$/.exec(line) ?? [];
    if (what === undefined && to === undefined) {
      if (line.startsWith('+')) (added as string[] | null)?.push(line.slice(1));
      continue;
    }
    const last = changes.at(-1);
    if (to !== undefined) {
      if (last?.kind === 'update') changes[changes.length - 1] = { ...last, to };
      continue;
    }
    endAdded();
    if (changes.length >= MOST_FILES) break;
    if (what === 'Add') {
      changes.push({ kind: 'add', path, content: '' });
      added = [];
    } else {
      changes.push(
        what === 'Delete' ? { kind: 'delete', path } : { kind: 'update', path, diff: null, to: null },
      );
    }
  }
  endAdded();
  return changes;
}

/** The events of a patch, and what it makes known of the files. */
export function changeEvents(
  changes: readonly Change[],
  hasFailed: boolean,
  cwd: string,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  if (!hasFailed && changes.length > 0) workshop.memory.unsettle();
  return changes.flatMap((change): AgentEvent[] => {
    const file = { path: resolvePath(cwd, change.path), written: change.path };
    if (!hasFailed)
      return change.kind === 'update'
        ? updated(change, file, cwd, base, workshop)
        : made(change, file, base, workshop);
    return change.kind === 'add'
      ? [{ kind: 'write', ...base, ...file, outcome: 'failed', totalLines: null }]
      : [{ kind: 'edit', ...base, ...file, outcome: 'failed' }];
  });
}

function made(
  change: Exclude<Change, { kind: 'update' }>,
  file: NamedFile,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  if (change.kind === 'delete') {
    workshop.memory.forget(file.path);
    return [{ kind: 'delete', ...base, ...file }];
  }
  return [writtenFile(file, splitLines(change.content), base, workshop)];
}

function updated(
  change: Extract<Change, { kind: 'update' }>,
  file: NamedFile,
  cwd: string,
  base: Envelope,
  { hasher, memory }: Workshop,
): AgentEvent[] {
  const { diff, to } = change;
  const target = to === null ? file : { path: resolvePath(cwd, to), written: to };
  const events: AgentEvent[] = [];
  if (to !== null) {
    events.push({ kind: 'rename', ...base, from: file.path, to: target.path, written: to });
    memory.forget(file.path);
  }
  const patch = diff === null ? null : unifiedPatch(diff);
  // What was known of the file is under its old name.
  if (patch === null || to !== null) memory.forget(target.path);
  if (patch === null) return [...events, { kind: 'edit', ...base, ...target, outcome: 'ok' }];
  const { hunks, lines } = patch;
  const lineHashes = hasher.each(patch.written.map(withoutReturn));
  if (to === null) memory.edited(target.path, hunks, lineHashes);
  return [...events, { kind: 'edit', ...base, ...target, outcome: 'ok', hunks, lines, lineHashes }];
}
