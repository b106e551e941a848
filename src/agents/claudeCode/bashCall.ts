import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import { glimpses } from '../glimpses';
import { field, isObject, listField, objectField, textField } from '../json';
import { parsePatch } from '../patch';
import { questionKey } from '../question';
import { shellReads } from '../shell/credit';
import { interpretShell, type ShellItem } from '../shell/interpret';
import type { ShellSearch } from '../shell/searches';
import { bashOutput } from './bashOutput';
import type { Call, Result } from './call';
import { errorClass } from './errors';
import { withoutReturn } from './numberedText';
import type { Workshop } from './workshop';

/** The events of a call of Bash, and the folder its shell is in afterwards (null: not known). */
export function bashCall(
  call: Call,
  { result, isTouched }: { readonly result: Result; readonly isTouched: boolean },
  base: Envelope,
  cwd: string,
  workshop: Workshop,
): { readonly events: AgentEvent[]; readonly cwd: string | null } {
  const { memory, hasher, unsettled } = workshop;
  const reading = interpretShell(textField(call.input, 'command') ?? '', cwd);
  // What the command writes may be changed before it is read.
  for (const path of changedPaths(reading.items)) memory.forget(path);
  const isBackground = field(call.input, 'run_in_background') === true;
  const output = isBackground ? null : bashOutput(result, isTouched);
  const run = { reading, output, hasFailed: result.isError, error: errorClass(result) };
  const { reads, open } = shellReads(run, memory, hasher);
  const outcome = result.isError ? 'failed' : 'ok';
  const seen = new Set<string>();
  const events = reading.items.flatMap((item): AgentEvent[] => {
    const read = reads.get(item);
    if (read !== undefined) {
      // The same lines twice in one answer are one read.
      const key = JSON.stringify([read.path, read.requested, read.returned]);
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ kind: 'read', ...base, ...read }];
    }
    switch (item.kind) {
      case 'search':
        return [searchEvent(item.search, item.cwd, reading.items, output?.lines ?? [], base, workshop)];
      case 'command':
        return item.short === '' ? [] : [{ kind: 'command', ...base, command: item.short, outcome }];
      case 'change':
        return result.isDenied ? [] : [changeEvent(item, base)];
      default:
        return [];
    }
  });
  const changed = result.isDenied ? [] : recordedChanges(reading.items, call, result, base, workshop);
  if (reading.items.some(mayChangeAnything)) memory.unsettle();
  for (const read of open) unsettled.add(read, base);
  return { events: [...events, ...changed], cwd: reading.cwd };
}

function changedPaths(items: readonly ShellItem[]): string[] {
  return items.flatMap((item) => {
    if (item.kind !== 'change') return [];
    return item.change.kind === 'renamed' ? [item.change.from, item.change.to] : [item.change.file];
  });
}

/** A program may write files that its words do not name, and a file may have other names. */
function mayChangeAnything(item: ShellItem): boolean {
  return item.kind === 'change' || (item.kind === 'command' && !item.isHarmless);
}

function searchEvent(
  search: ShellSearch,
  cwd: string | null,
  items: readonly ShellItem[],
  lines: readonly string[],
  base: Envelope,
  { hasher }: Workshop,
): AgentEvent {
  const isAlone = items.filter((item) => item.kind !== 'change').length === 1;
  const shows = isAlone && search.hasNumbers && cwd !== null;
  const file = cwd === null || search.file === undefined ? undefined : resolvePath(cwd, search.file);
  return {
    kind: 'search',
    ...base,
    tool: search.tool,
    question: questionKey(search.tool, [cwd, ...search.words], hasher),
    glimpsed: shows ? glimpses(lines.join('\n'), { cwd, file }) : [],
  };
}

function changeEvent(
  { change, written }: Extract<ShellItem, { kind: 'change' }>,
  base: Envelope,
): AgentEvent {
  switch (change.kind) {
    case 'deleted':
      return { kind: 'delete', ...base, path: change.file, written };
    case 'renamed':
      return { kind: 'rename', ...base, from: change.from, to: change.to, written };
    case 'changed':
      return { kind: 'document-changed', ...base, path: change.file };
  }
}

/**
 * Brings the memory of files up to date, and gives the changes that the agent noticed by itself and the command's text
 * does not tell.
 */
function recordedChanges(
  items: readonly ShellItem[],
  call: Call,
  { structured }: Result,
  base: Envelope,
  { memory, hasher }: Workshop,
): AgentEvent[] {
  const told = new Set(changedPaths(items));
  const diff = structured === undefined ? undefined : objectField(structured, 'bashEditDiff');
  const files = (diff === undefined ? undefined : listField(diff, 'files'))?.filter(isObject) ?? [];
  const patched = new Set<string>();
  for (const file of files) {
    const name = textField(file, 'filePath');
    const patch = parsePatch(field(file, 'hunks'));
    if (name === undefined || name === '' || patch === null) continue;
    const path = resolvePath(call.cwd, name);
    memory.edited(path, patch.hunks, hasher.each(patch.written.map(withoutReturn)));
    patched.add(path);
  }
  const names = (diff === undefined ? undefined : listField(diff, 'changedFiles')) ?? [];
  const noticed = names
    .filter((name): name is string => typeof name === 'string' && name !== '')
    .map((name) => resolvePath(call.cwd, name));
  for (const path of [...told, ...noticed]) if (!patched.has(path)) memory.forget(path);
  return [...new Set([...noticed, ...patched])]
    .filter((path) => !told.has(path))
    .map((path) => ({ kind: 'document-changed', ...base, path }));
}
