import type { AgentEvent } from '../../../src/tracker/event';
import type { Truth } from './capture';

const WORKSPACE = '/home/dev/ws/';
/** The workspace has one symlink. */
const REAL: Readonly<Record<string, string>> = { 'src/link.ts': 'src/mid.ts' };

/** Path within the workspace, symlinks resolved. */
export function workspacePath(path: string): string {
  const name = path.startsWith(WORKSPACE) ? path.slice(WORKSPACE.length) : path;
  return REAL[name] ?? name;
}

/** `file: 1,2,3` of everything that a call was given whole, files in order. */
export function expectedLines({ returned }: Truth): string[] {
  return listed(
    Object.entries(returned).map(([file, { ranges, cutLines = [] }]) => [
      workspacePath(file),
      expand(ranges).filter((line) => !cutLines.includes(line)),
    ]),
  );
}

/** The same of what the events of a call credit. */
export function creditedLines(events: readonly AgentEvent[]): string[] {
  return listed(
    events.flatMap((event): [string, number[]][] =>
      event.kind === 'read' || event.kind === 'delivered'
        ? [[workspacePath(event.path), expand(event.returned)]]
        : [],
    ),
  );
}

function listed(files: readonly (readonly [string, readonly number[]])[]): string[] {
  const lines = new Map<string, Set<number>>();
  for (const [file, numbers] of files) {
    const set = lines.get(file) ?? new Set();
    for (const number of numbers) set.add(number);
    lines.set(file, set);
  }
  return [...lines]
    .filter(([, set]) => set.size > 0)
    .map(([file, set]) => `${file}: ${[...set].sort((a, b) => a - b)}`)
    .sort();
}

function expand(ranges: readonly (readonly [number, number])[]): number[] {
  return ranges.flatMap(([start, end]) => Array.from({ length: end - start + 1 }, (_, i) => start + i));
}

/** A search displays lines and credits none. */
export function isSearch({ kind, command = '' }: Truth): boolean {
  return ['grep', 'glob', 'list', 'search'].includes(kind) || /^\s*(?:grep|rg|find)\b/.test(command);
}

/** The outcomes that a call of a read tool may have. */
export function allowedOutcomes(call: Truth): readonly string[] {
  if (call.failed === true) return ['failed'];
  if (call.unchangedStub === true) return ['unchanged'];
  if (call.nonText !== undefined) return ['not-text'];
  // Some agents answer a read past the end, or of a folder, with an error; the truth does not call that one.
  return Object.keys(call.returned).length > 0 ? ['complete', 'truncated'] : ['empty', 'not-text', 'failed'];
}
