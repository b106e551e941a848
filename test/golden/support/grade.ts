import type { AgentEvent } from '../../../src/tracker/event';
import type { Truth } from './capture';

/** Where a run took place. */
export interface Place {
  /** Absolute folder of the workspace. */
  readonly workspace: string;
  /** What symlinks in it stand for. */
  readonly links: ReadonlyMap<string, string>;
}

/** Where the runs of the golden tests took place. */
const RECORDED: Place = { workspace: '/home/dev/ws', links: new Map([['src/link.ts', 'src/mid.ts']]) };

/** Lines by file. */
export type Lines = ReadonlyMap<string, ReadonlySet<number>>;

/** Path within the workspace, symlinks resolved. */
export function workspacePath(path: string, { workspace, links }: Place = RECORDED): string {
  const name = path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
  return links.get(name) ?? name;
}

/** Everything that a call was given whole. */
export function givenLines({ returned }: Truth, place?: Place): Lines {
  return gathered(
    Object.entries(returned).map(([file, { ranges, cutLines = [] }]) => [
      workspacePath(file, place),
      expand(ranges).filter((line) => !cutLines.includes(line)),
    ]),
  );
}

/** Everything that the events of a call credit. */
export function linesOfEvents(events: readonly AgentEvent[], place?: Place): Lines {
  return gathered(
    events.flatMap((event): [string, number[]][] =>
      event.kind === 'read' || event.kind === 'delivered'
        ? [[workspacePath(event.path, place), expand(event.returned)]]
        : [],
    ),
  );
}

/** `file: 1,2,3` of everything that a call was given whole, files in order. */
export function expectedLines(call: Truth): string[] {
  return listed(givenLines(call));
}

/** The same of what the events of a call credit. */
export function creditedLines(events: readonly AgentEvent[]): string[] {
  return listed(linesOfEvents(events));
}

/** Lines of the one that are not in the other. */
export function linesBeyond(lines: Lines, others: Lines): Lines {
  return gathered(
    [...lines].map(([file, numbers]) => [
      file,
      [...numbers].filter((line) => others.get(file)?.has(line) !== true),
    ]),
  );
}

export function countOfLines(lines: Lines): number {
  return [...lines.values()].reduce((total, { size }) => total + size, 0);
}

function gathered(files: readonly (readonly [string, readonly number[]])[]): Lines {
  const lines = new Map<string, Set<number>>();
  for (const [file, numbers] of files) {
    if (numbers.length === 0) continue;
    const set = lines.get(file) ?? new Set();
    for (const number of numbers) set.add(number);
    lines.set(file, set);
  }
  return lines;
}

function listed(lines: Lines): string[] {
  return [...lines].map(([file, set]) => `${file}: ${[...set].sort((a, b) => a - b)}`).sort();
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
