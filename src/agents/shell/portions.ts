import type { KnownFile } from '../fileMemory';
import type { ShellItem } from './interpret';
import { mayBeComplaint, type ShellOutput } from './output';
import { countOf, withinFile } from './stream';

/** How much must be known of a file before lines are believed to be its lines. */
export type Proof = 'none' | 'some' | 'all';

/** The part of an output that one item printed. */
export interface Portion {
  readonly item: ShellItem;
  readonly lines: readonly string[];
  /** It starts the output, so blank lines may be missing before it. */
  readonly isFirst: boolean;
  /** It ends the output. */
  readonly isLast: boolean;
  readonly proof: Proof;
}

type Known = (path: string) => KnownFile | undefined;

/** Lines of an output, and the items that printed them together. */
interface Group {
  readonly items: readonly ShellItem[];
  readonly lines: readonly string[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/**
 * Divides an output among the items that printed it, by the number of lines each must have printed and by the texts that
 * `echo` put between them. Items of which this cannot be told are left out.
 */
export function divideOutput(items: readonly ShellItem[], output: ShellOutput, known: Known): Portion[] {
  const groups = groupsOf(withoutLostTexts(items, output), output);
  return groups.flatMap((group) => divideGroup(group, output.isCut && group.isLast, known));
}

/** Blank lines that `echo` printed at the start and the end are not in an output that was trimmed. */
function withoutLostTexts(
  items: readonly ShellItem[],
  { isTrimmed, isCut }: ShellOutput,
): readonly ShellItem[] {
  if (!isTrimmed) return items;
  const isLost = (item: ShellItem) => item.kind === 'text' && item.lines.every((line) => line.trim() === '');
  const printing = items.filter((item) => mostLines(item) !== 0 || item.kind === 'text');
  while (printing[0] !== undefined && isLost(printing[0])) printing.shift();
  for (let last = printing.at(-1); !isCut && last !== undefined && isLost(last); last = printing.at(-1)) {
    printing.pop();
  }
  return printing;
}

/** Splits at literal texts. Each must stand in the output exactly as often as it was printed. */
function groupsOf(items: readonly ShellItem[], { lines, isCut }: ShellOutput): Group[] {
  const texts = items.flatMap((item) => (item.kind === 'text' ? [item] : []));
  const telling = (isWanted: boolean) =>
    texts
      .filter((item) => (item.instead === undefined) === isWanted)
      .flatMap((item) => item.lines.filter((line) => line.trim() !== ''));
  const wanted = telling(true);
  const unwanted = new Set(telling(false));
  if (lines.some((line) => unwanted.has(line))) return [];
  const marks = new Set(wanted);
  const found = lines.flatMap((line, at) => (marks.has(line) ? [at] : []));
  const isInOrder = found.every((at, i) => lines[at] === wanted[i]);
  if (!isInOrder || (found.length !== wanted.length && !isCut)) return [];
  const certain = items.filter((item) => item.kind !== 'text' || item.instead === undefined);
  return splitAt(certain, lines, found);
}

function splitAt(items: readonly ShellItem[], lines: readonly string[], found: readonly number[]): Group[] {
  const groups: Group[] = [];
  let members: ShellItem[] = [];
  let at = 0;
  let next = 0;
  const close = (end: number) => {
    groups.push({
      items: members,
      lines: lines.slice(at, end),
      isFirst: at === 0,
      isLast: end === lines.length,
    });
    members = [];
  };
  for (const item of items) {
    if (item.kind !== 'text') {
      members.push(item);
      continue;
    }
    for (const line of item.lines) {
      if (line.trim() === '') {
        members.push({ kind: 'text', lines: [line] });
        continue;
      }
      const end = found[next++];
      close(end ?? lines.length);
      if (end === undefined) return groups;
      at = end + 1;
    }
  }
  close(lines.length);
  return groups;
}

function divideGroup(group: Group, isCut: boolean, known: Known): Portion[] {
  const printing = group.items.filter((item) => mostLines(item) !== 0);
  const lengths = lengthsOf(printing, group.lines.length, isCut, known);
  if (lengths === null) return [];
  const { counts, proof } = lengths;
  const needed = group.lines.some(mayBeComplaint) ? 'all' : proof;
  let at = 0;
  const portions = printing.map((item, i): Portion => {
    const start = at;
    at = Math.min(group.lines.length, at + (counts[i] ?? 0));
    const lines = group.lines.slice(start, at);
    const isFirst = group.isFirst && start === 0;
    return { item, lines, isFirst, isLast: group.isLast && at === group.lines.length, proof: needed };
  });
  return portions.every(isAsPrinted) ? portions : [];
}

/** A blank line that `echo` printed is where it must be. */
function isAsPrinted({ item, lines }: Portion): boolean {
  return item.kind !== 'text' || lines.every((line, i) => line === item.lines[i]);
}

interface Lengths {
  readonly counts: readonly number[];
  readonly proof: Proof;
}

/** The number of lines each item printed; null where it cannot be told. */
function lengthsOf(items: readonly ShellItem[], shown: number, isCut: boolean, known: Known): Lengths | null {
  if (items.length === 1) return { counts: [shown], proof: 'none' };
  const most = items.map(mostLines);
  if (!isCut && sum(most) === shown) return { counts: most, proof: 'none' };
  const exact = items.map((item) => exactLines(item, known));
  const open = exact.indexOf(null);
  // What the memory of a file says about its length must be borne out by its lines.
  const usesMemory = exact.some((count, i) => items[i]?.kind === 'read' && count !== null);
  const proof = usesMemory ? 'some' : 'none';
  // What follows an item of unknown length cannot be found in an output that is cut.
  if (isCut) {
    const isLast = open === -1 || open === exact.length - 1;
    return isLast ? { counts: exact.map((count) => count ?? shown), proof } : null;
  }
  const rest = shown - sum(exact.map((count) => count ?? 0));
  if (rest < 0 || (open === -1 ? rest > 0 : exact.includes(null, open + 1))) return null;
  return { counts: exact.map((count) => count ?? rest), proof };
}

/** How many lines an item prints if the file is as it is known; null: not known. */
function exactLines(item: ShellItem, known: Known): number | null {
  if (item.kind === 'text') return item.lines.length;
  if (item.kind === 'command') return item.prints;
  if (item.kind !== 'read') return null;
  const { path, lines, atLeast } = item.stream;
  const total = known(path)?.total ?? null;
  return total === null || total < atLeast ? null : countOf(withinFile(lines, total));
}

/** How many lines an item prints at most. */
function mostLines(item: ShellItem): number {
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
