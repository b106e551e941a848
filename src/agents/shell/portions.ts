import type { ShellItem } from './interpret';
import { type KnownFiles, lengthsOf, mostLines } from './lengths';
import { mayBeComplaint, type OutputTail, type ShellOutput } from './output';
import type { Proof } from './place';
import { mayHideText, mayRunOn } from './runOn';

/** The part of an output that one item printed. */
export interface Portion {
  readonly item: ShellItem;
  readonly lines: readonly string[];
  /** It starts the output, so blank lines may be missing before it. */
  readonly isFirst: boolean;
  /** It ends the output, or what was shown of it before the cut. */
  readonly isLast: boolean;
  /** What was shown after the cut, if it is surely of this item. */
  readonly tail: OutputTail | null;
  readonly proof: Proof;
  /** The items whose lines stand together with these: if one of them is at a wrong place, so are all. */
  readonly group: readonly ShellItem[];
}

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
export function divideOutput(items: readonly ShellItem[], output: ShellOutput, known: KnownFiles): Portion[] {
  const groups = groupsOf(withoutLostTexts(items, output), output);
  // What is missing in the middle may be of any of several.
  const isLone = items.filter((item) => mostLines(item) !== 0).length === 1;
  const tail = isLone ? (output.tail ?? null) : null;
  // Where the output is cut, a line of a file may be taken for a text that was not reached.
  const isUnsure = (output.isCut && groups.length > 1) || mayHideText(items, output.lines);
  return groups.flatMap((group) => divideGroup(group, { ...output, tail }, isUnsure, known));
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

function divideGroup(
  group: Group,
  { isTrimmed, isCut: isOutputCut, tail }: Pick<ShellOutput, 'isTrimmed' | 'isCut'> & Pick<Portion, 'tail'>,
  isUnsure: boolean,
  known: KnownFiles,
): Portion[] {
  const isCut = isOutputCut && group.isLast;
  const printing = group.items.filter((item) => mostLines(item) !== 0);
  const mayLose = { start: group.isFirst && isTrimmed, end: group.isLast && isTrimmed && !isCut };
  const lengths = lengthsOf(printing, group.lines.length, isCut, mayLose, known);
  if (lengths === null) return [];
  const { counts, proof, open } = lengths;
  const complains = group.lines.some(mayBeComplaint) || tail?.lines.some(mayBeComplaint) === true;
  let at = 0;
  const parts = printing.map((item, i) => {
    const start = at;
    at = Math.min(group.lines.length, at + (counts[i] ?? 0));
    const isFirst = group.isFirst && start === 0;
    const isLast = group.isLast && at === group.lines.length;
    return { item, lines: group.lines.slice(start, at), isFirst, isLast };
  });
  if (!parts.every(isAsPrinted)) return [];
  const isDoubtful = isUnsure || complains || (open !== null && mayRunOn(parts, open, known));
  return parts.map(
    (part): Portion => ({ ...part, tail, proof: isDoubtful ? 'all' : proof, group: printing }),
  );
}

/** A blank line that `echo` printed is where it must be. */
function isAsPrinted({ item, lines }: Pick<Portion, 'item' | 'lines'>): boolean {
  return item.kind !== 'text' || lines.every((line, i) => line === item.lines[i]);
}
