import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import { glimpses } from '../glimpses';
import { field, textField } from '../json';
import { questionKey } from '../question';
import { shellReads } from '../shell/credit';
import { interpretShell, type ShellItem } from '../shell/interpret';
import type { ShellSearch } from '../shell/searches';
import { BashChanges } from './bashChanges';
import { bashOutput } from './bashOutput';
import type { Call, Result } from './call';
import { errorClass } from './errors';
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
  const changes = new BashChanges(reading.items, call, result, workshop);
  if (!result.isDenied) changes.before();
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
  if (result.isDenied) return { events, cwd };
  changes.after();
  if (reading.items.some(mayChangeAnything)) memory.unsettle();
  for (const read of open) unsettled.add(read, base);
  return { events: [...events, ...changes.noticed(base)], cwd: reading.cwd };
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
