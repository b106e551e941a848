import { splitLines } from '../../text/lines';
import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { writtenFile } from '../changeEvents';
import { field, isObject, listField, textField } from '../json';
import { searchEvent } from '../searchEvent';
import { shellCall } from '../shell/shellCall';
import type { Workshop } from '../workshop';
import { type AcpCall, contentOf, hasFailed, inputOf, placesOf, textOf } from './call';

/** A file that a call changed, and its whole new content where it is told. */
interface Change {
  readonly written: string;
  readonly kind: 'created' | 'changed' | 'deleted';
  readonly content: string | null;
}

/** The events of a call of an edit tool of any agent. */
export function editCall(call: AcpCall, base: Envelope, cwd: string, workshop: Workshop): AgentEvent[] {
  const { memory } = workshop;
  const isFailed = hasFailed(call);
  if (!isFailed) memory.unsettle();
  return changesOf(call).map(({ written, kind, content }): AgentEvent => {
    const path = resolvePath(cwd, written);
    const file = { path, written };
    if (isFailed) return { kind: 'edit', ...base, ...file, outcome: 'failed' };
    memory.forget(path);
    if (kind === 'deleted') return { kind: 'delete', ...base, ...file };
    if (kind === 'changed' || content === null) return { kind: 'edit', ...base, ...file, outcome: 'ok' };
    return writtenFile(file, splitLines(content), base, workshop);
  });
}

/** What the diffs and the writes through the client say; a diff's texts may be parts of the file, save for a new file. */
function changesOf(call: AcpCall): Change[] {
  const changes = new Map<string, Change>();
  for (const diff of contentOf(call, 'diff')) {
    for (const change of [...oldDiff(diff), ...newDiff(diff)]) {
      const { written, kind, content } = change;
      const sent = call.writes.get(written);
      const isAsSent = sent === undefined || sent === content;
      const isFirst = !changes.has(written);
      changes.set(
        written,
        isFirst && isAsSent
          ? change
          : { written, kind: kind === 'deleted' ? kind : 'changed', content: null },
      );
    }
  }
  for (const written of [...call.writes.keys(), ...(changes.size === 0 ? placesOf(call) : [])]) {
    if (!changes.has(written)) changes.set(written, { written, kind: 'changed', content: null });
  }
  return [...changes.values()];
}

function oldDiff(diff: JsonObject): Change[] {
  const written = textField(diff, 'path') ?? '';
  if (written === '') return [];
  const isNew = (field(diff, 'oldText') ?? null) === null;
  return [{ written, kind: isNew ? 'created' : 'changed', content: textField(diff, 'newText') ?? null }];
}

/** Newer diffs list what became of each path. */
function newDiff(diff: JsonObject): Change[] {
  return (listField(diff, 'changes') ?? []).filter(isObject).flatMap((change): Change[] => {
    const written = textField(change, 'path') ?? '';
    const operation = textField(change, 'operation');
    const old = operation === 'move' ? (textField(change, 'oldPath') ?? '') : '';
    const at = (name: string, kind: Change['kind']): Change[] =>
      name === '' ? [] : [{ written: name, kind, content: null }];
    return [...at(old, 'deleted'), ...at(written, operation === 'delete' ? 'deleted' : 'changed')];
  });
}

/** The events of a call that deletes or moves files. */
export function removalCall(call: AcpCall, base: Envelope, cwd: string, workshop: Workshop): AgentEvent[] {
  if (hasFailed(call)) return [];
  workshop.memory.unsettle();
  return placesOf(call).map((written): AgentEvent => {
    const path = resolvePath(cwd, written);
    workshop.memory.forget(path);
    return textOf(call, 'kind') === 'delete'
      ? { kind: 'delete', ...base, path, written }
      : { kind: 'document-changed', ...base, path };
  });
}

export function searchCall(call: AcpCall, base: Envelope, { hasher }: Workshop): AgentEvent {
  const tool = textOf(call, 'name') || 'search';
  const asked = call.fields.get('rawInput') ?? textOf(call, 'title');
  return searchEvent(base, tool, asked, hasher);
}

/** A shell command. What of its output the model was given, nothing tells. */
export function executeCall(call: AcpCall, base: Envelope, cwd: string, workshop: Workshop): AgentEvent[] {
  const input = inputOf(call);
  const folder = textField(input, 'cwd') ?? textField(input, 'workdir');
  const command = commandOf(field(input, 'command'));
  if (command === null) {
    workshop.memory.unsettle();
    return [];
  }
  const start = folder === undefined ? cwd : resolvePath(cwd, folder);
  const hidden = { output: null, hasFailed: hasFailed(call), isDenied: false, error: 'other' };
  return shellCall({ command, cwd: start, ...hidden }, base, workshop).events;
}

/** A command as one text; as words, only if the shell would read them as they are. */
export function commandOf(command: unknown): string | null {
  if (typeof command === 'string') return command === '' ? null : command;
  const words = Array.isArray(command) ? command : [];
  if (words.length === 0 || words.some((word) => typeof word !== 'string')) return null;
  const [shell, option, script] = words as string[];
  if (words.length === 3 && /(?:^|\/)(?:ba|z)?sh$/.test(shell ?? '') && /^-l?c$/.test(option ?? ''))
    return script ?? null;
  return (words as string[]).every((word) => /^[\w@%+=:,./-]+$/.test(word)) ? words.join(' ') : null;
}
