import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import { glimpses } from '../glimpses';
import { searchEvent } from '../searchEvent';
import type { Workshop } from '../workshop';
import { shellReads } from './credit';
import { interpretShell, notUnderstood, type ShellItem, type ShellReading } from './interpret';
import type { ShellOutput } from './output';
import { interpretPowerShell } from './powershell';
import type { ShellSearch } from './searches';
import { type RecordedChange, ShellChanges } from './shellChanges';

/** A shell command that an agent ran, and how it ended. */
export interface ShellCall {
  readonly command: string;
  /** The language that it is written in: that of `sh` and its kin if absent. `other`: nothing is understood. */
  readonly shell?: 'posix' | 'powershell' | 'other';
  /** Absolute folder that it was started in. */
  readonly cwd: string;
  /** Null: nothing was given to the model, or what it was given cannot be told. */
  readonly output: ShellOutput | null;
  readonly hasFailed: boolean;
  /** It never ran: it was refused. */
  readonly isDenied: boolean;
  /** Why it failed, in a word. */
  readonly error: string;
  /** What the agent noticed of the files that it changed, by their absolute paths. */
  readonly recorded?: ReadonlyMap<string, RecordedChange>;
}

/** The events of a shell command, and the folder its shell is in afterwards (null: not known). */
export function shellCall(
  call: ShellCall,
  base: Envelope,
  workshop: Workshop,
): { readonly events: AgentEvent[]; readonly cwd: string | null } {
  const { memory, hasher, unsettled } = workshop;
  const { output, hasFailed, isDenied, error } = call;
  const reading = readingOf(call);
  const changes = new ShellChanges(reading.items, call.recorded ?? new Map(), workshop);
  if (!isDenied) changes.before();
  const { reads, open } = shellReads({ reading, output, hasFailed, error }, memory, hasher);
  const outcome = hasFailed ? 'failed' : 'ok';
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
        return [shellSearch(item.search, item.cwd, reading.items, output?.lines ?? [], base, workshop)];
      case 'command':
        return item.short === '' ? [] : [{ kind: 'command', ...base, command: item.short, outcome }];
      case 'change':
        return isDenied ? [] : [changeEvent(item, base)];
      default:
        return [];
    }
  });
  if (isDenied) return { events, cwd: call.cwd };
  changes.after();
  if (reading.items.some(mayChangeAnything)) memory.unsettle();
  for (const read of open) unsettled.add(read, base);
  return { events: [...events, ...changes.noticed(base)], cwd: reading.cwd };
}

function readingOf({ command, shell = 'posix', cwd }: ShellCall): ShellReading {
  if (shell === 'posix') return interpretShell(command, cwd);
  return (shell === 'powershell' ? interpretPowerShell(command, cwd) : null) ?? notUnderstood(command);
}

/** A program may write files that its words do not name, and a file may have other names. */
function mayChangeAnything(item: ShellItem): boolean {
  return item.kind === 'change' || (item.kind === 'command' && !item.isHarmless);
}

function shellSearch(
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
  const glimpsed = shows ? glimpses(lines.join('\n'), { cwd, file }) : [];
  return searchEvent(base, search.tool, [cwd, ...search.words], hasher, glimpsed);
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
