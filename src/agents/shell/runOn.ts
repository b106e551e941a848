import type { ShellItem } from './interpret';
import type { KnownFiles } from './lengths';
import { withinFile } from './stream';

/**
 * What is printed after a file whose last line has no line end stands behind that line, in the same row: there is one row
 * less than there are lines, and the row is neither the one nor the other.
 */

/** An item and the rows of the output that are taken for its own. */
interface Printed {
  readonly item: ShellItem;
  readonly lines: readonly string[];
}

/** Whether a text that `echo` printed may stand behind the last line of a file, where a row is like it by chance. */
export function mayHideText(items: readonly ShellItem[], lines: readonly string[]): boolean {
  const texts = items.slice(1).flatMap((item) => (item.kind === 'text' ? item.lines.slice(0, 1) : []));
  const marks = [...new Set(texts)].filter((text) => text.trim() !== '');
  return lines.some((line) => marks.some((mark) => line.length > mark.length && line.endsWith(mark)));
}

/**
 * Whether two items that printed one after the other may share a row, where the rows of one of the items are only those
 * that the others leave. Before that one, rows are counted from the start; after it, from the end: a row that is known, at
 * the place where two items meet, tells that the count is right.
 *
 * @param open index of the item whose number of lines is not known
 */
export function mayRunOn(printed: readonly Printed[], open: number, known: KnownFiles): boolean {
  return printed.some((one, i) => {
    const before = printed[i - 1];
    if (before === undefined) return false;
    return i <= open ? !endsAsKnown(before, known) : !startsAsKnown(one, known);
  });
}

function startsAsKnown({ item, lines }: Printed, { file, hash }: KnownFiles): boolean {
  if (item.kind !== 'read') return false;
  if (lines.length === 0) return true;
  const { path, lines: claim } = item.stream;
  const total = file(path)?.total ?? null;
  const first = 'last' in claim ? total && Math.max(1, total - claim.last + 1) : claim[0]?.[0];
  const known = typeof first === 'number' ? file(path)?.at(first) : undefined;
  return known !== undefined && known === hash(lines[0] ?? '');
}

function endsAsKnown({ item, lines }: Printed, { file, hash }: KnownFiles): boolean {
  if (item.kind === 'command') return item.prints !== null;
  if (item.kind !== 'read') return false;
  const { path, lines: claim } = item.stream;
  const total = file(path)?.total ?? null;
  const end = total === null ? undefined : withinFile(claim, total).at(-1)?.[1];
  if (total === null || end === undefined) return total !== null && lines.length === 0;
  // More of the file follows, so that the line has its end.
  if (end < total) return true;
  const known = file(path)?.at(end);
  return known !== undefined && known === hash(lines.at(-1) ?? '');
}
