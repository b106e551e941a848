import type { KnownFile } from '../fileMemory';
import type { ShellItem } from './interpret';
import type { Proof } from './place';
import { countOf, withinFile } from './stream';

/** What is known of files. */
export interface KnownFiles {
  file(path: string): KnownFile | undefined;
  /** Hashes of lines without text. */
  readonly blank: ReadonlySet<number>;
  hash(line: string): number;
}

export interface Lengths {
  readonly counts: readonly number[];
  readonly proof: Proof;
  /** Index of the item that has what the others leave; null: each has its own number. */
  readonly open: number | null;
}

/**
 * The number of lines each item printed; null where it cannot be told.
 *
 * @param shown number of lines they printed together
 * @param isCut there was more
 * @param mayLose blank lines may be missing there
 */
export function lengthsOf(
  items: readonly ShellItem[],
  shown: number,
  isCut: boolean,
  mayLose: { readonly start: boolean; readonly end: boolean },
  known: KnownFiles,
): Lengths | null {
  if (items.length === 1) return { counts: [shown], proof: 'none', open: null };
  const most = items.map(mostLines);
  if (!isCut && sum(most) === shown) return { counts: most, proof: 'none', open: null };
  const exact = items.map((item, i) => {
    const edges = { start: mayLose.start && i === 0, end: mayLose.end && i === items.length - 1 };
    return exactLines(item, edges, known);
  });
  const open = exact.indexOf(null);
  // What the memory of a file says about its length must be borne out by its lines.
  const usesMemory = exact.some((count, i) => items[i]?.kind === 'read' && count !== null);
  const proof = usesMemory ? 'some' : 'none';
  // What follows an item of unknown length cannot be found in an output that is cut.
  if (isCut) {
    const isLast = open === -1 || open === exact.length - 1;
    return isLast ? { counts: exact.map((count) => count ?? shown), proof, open: exact.length - 1 } : null;
  }
  const rest = shown - sum(exact.map((count) => count ?? 0));
  if (rest < 0 || (open === -1 ? rest > 0 : exact.includes(null, open + 1))) return null;
  return { counts: exact.map((count) => count ?? rest), proof, open: open === -1 ? null : open };
}

/** How many lines of an item are shown if the file is as it is known; null: not known. */
function exactLines(
  item: ShellItem,
  mayLose: { readonly start: boolean; readonly end: boolean },
  { file, blank }: KnownFiles,
): number | null {
  if (item.kind === 'text') return item.lines.length;
  if (item.kind === 'command') return item.prints;
  if (item.kind !== 'read') return null;
  const { path, lines, atLeast } = item.stream;
  const known = file(path);
  const total = known?.total ?? null;
  if (known === undefined || total === null || total < atLeast) return null;
  const ranges = withinFile(lines, total);
  const stays = (line: number | undefined) => {
    const hash = line === undefined ? undefined : known.at(line);
    return hash !== undefined && !blank.has(hash);
  };
  if ((mayLose.start && !stays(ranges[0]?.[0])) || (mayLose.end && !stays(ranges.at(-1)?.[1]))) return null;
  return countOf(ranges);
}

/** How many lines an item prints at most. */
export function mostLines(item: ShellItem): number {
  switch (item.kind) {
    case 'text':
      return item.lines.length;
    case 'command':
      return item.prints ?? Number.POSITIVE_INFINITY;
    case 'change':
      return 0;
    case 'read': {
      const { lines } = item.stream;
      return ('last' in lines ? lines.last : countOf(lines)) ?? Number.POSITIVE_INFINITY;
    }
    default:
      return Number.POSITIVE_INFINITY;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
