import type { AgentEvent, Envelope } from '../../tracker/event';
import { isObject, textField } from '../json';
import type { Workshop } from '../workshop';
import { type Answer, failureOf } from './answer';

const ACTION = /^\*\*\* (Add|Update|Delete) File: (.+?)\s*$/;
const MOVE = /^\*\*\* Move to: (.+?)\s*$/;
const MOST_ROWS = 100_000;

type Resolve = (written: string) => string;

/**
 * A call of `apply_patch`. The patch names places by their text, not by lines, and the answer may say that parts of it
 * did not fit: which files changed is all that is certain.
 */
export function patchCall(
  input: unknown,
  answer: Answer,
  resolve: Resolve,
  base: Envelope,
  { memory }: Workshop,
): AgentEvent[] {
  const [part] = answer.parts;
  const hasFailed = part === undefined || failureOf(part) !== null;
  const outcome = hasFailed ? 'failed' : 'ok';
  const events = changesOf(input, resolve).map((change): AgentEvent => {
    const { path, written } = change;
    if (hasFailed || change.kind === 'edit') return { kind: 'edit', ...base, path, written, outcome };
    return change.kind === 'delete'
      ? { kind: 'delete', ...base, path, written }
      : { kind: 'rename', ...base, from: change.from, to: path, written };
  });
  // A patch that failed may have changed some of its files.
  for (const event of events) if ('path' in event) memory.forget(event.path);
  memory.unsettle();
  return events;
}

type PatchChange =
  | { readonly kind: 'edit'; readonly path: string; readonly written: string }
  | { readonly kind: 'delete'; readonly path: string; readonly written: string }
  | { readonly kind: 'rename'; readonly from: string; readonly path: string; readonly written: string };

function changesOf(input: unknown, resolve: Resolve): PatchChange[] {
  const patch = typeof input === 'string' ? input : isObject(input) ? (textField(input, 'input') ?? '') : '';
  const changes: PatchChange[] = [];
  let updated: string | null = null;
  for (const row of patch.split('\n', MOST_ROWS)) {
    const [, action, written] = ACTION.exec(row) ?? [];
    const to = MOVE.exec(row)?.[1];
    if (written !== undefined) {
      const path = resolve(written);
      updated = action === 'Update' ? path : null;
      const kind = action === 'Delete' ? 'delete' : 'edit';
      changes.push({ kind, path, written });
    } else if (to !== undefined && updated !== null) {
      changes.push({ kind: 'rename', from: updated, path: resolve(to), written: to });
      updated = null;
    }
  }
  return changes;
}
