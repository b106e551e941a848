import type { JsonObject } from '../adapter';
import { field, objectField, textField, wholeField } from '../json';
import { wordsOf } from './call';
import { type Change, recordedChanges } from './changes';
import { commandOfWords, folderField, pathOfAddress, type Recorded } from './command';

/** What the agent wrote down of something that a tool did. */
export type Item = { readonly id: string } & (
  | { readonly kind: 'command'; readonly recorded: Recorded }
  | { readonly kind: 'changes'; readonly changes: readonly Change[]; readonly hasFailed: boolean }
  | { readonly kind: 'image'; readonly path: string }
);

/** The item of an event; null where it tells of none. */
export function itemOf(event: JsonObject, cwd: string): Item | null {
  switch (textField(event, 'type')) {
    case 'item_completed':
      return completed(objectField(event, 'item') ?? {}, cwd);
    case 'exec_command_end':
      return command(textField(event, 'call_id'), event, cwd);
    case 'patch_apply_begin':
      return changes(textField(event, 'call_id'), event, false);
    case 'patch_apply_end':
      return changes(textField(event, 'call_id'), event, field(event, 'success') === false);
    default:
      return null;
  }
}

function completed(item: JsonObject, cwd: string): Item | null {
  const id = textField(item, 'id');
  const status = textField(item, 'status');
  switch (textField(item, 'type')) {
    case 'CommandExecution':
      // The person's own commands are no calls of the model.
      return textField(item, 'source') === 'user_shell' ? null : command(id, item, cwd);
    case 'FileChange':
      return changes(id, item, status === 'failed' || status === 'declined');
    case 'ImageView': {
      const path = textField(item, 'path') ?? '';
      const plain = path.startsWith('file:') ? pathOfAddress(path) : path;
      return id === undefined || plain === undefined || plain === ''
        ? null
        : { kind: 'image', id, path: plain };
    }
    default:
      return null;
  }
}

function command(id: string | undefined, from: JsonObject, cwd: string): Item | null {
  if (id === undefined) return null;
  const words = wordsOf(from, 'command') ?? [];
  return {
    kind: 'command',
    id,
    recorded: {
      command: commandOfWords(words, folderField(from, 'cwd') ?? cwd),
      printed: textField(from, 'aggregated_output') ?? null,
      exitCode: wholeField(from, 'exit_code') ?? null,
    },
  };
}

function changes(id: string | undefined, from: JsonObject, hasFailed: boolean): Item | null {
  const found = objectField(from, 'changes');
  if (id === undefined || found === undefined) return null;
  return { kind: 'changes', id, changes: recordedChanges(found), hasFailed };
}
