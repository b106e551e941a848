import type { LineRange } from '../../text/ranges';

/** What stands before each line that is printed. */
export type Prefix =
  /** Nothing. */
  | { readonly kind: 'none' }
  /** A number and a tab; the line of the file is the number plus `shift` (null: not known). */
  | { readonly kind: 'numbers'; readonly shift: number | null }
  /** The same, but blank lines have no number and the others are counted without them. */
  | { readonly kind: 'nonblank' };

/** The lines of one file that a command prints, in order. */
export interface Stream {
  readonly path: string;
  readonly written: string;
  /** Ascending, disjoint ranges (an end of null: to the end of the file), or the last so many lines. */
  readonly lines: readonly (readonly [from: number, to: number | null])[] | { readonly last: number };
  readonly prefix: Prefix;
  /** The lines are these only if the file has at least so many. */
  readonly atLeast: number;
}

/** The file is known, but not which of its lines are shown. */
export interface Unclear {
  readonly path: string;
  readonly written: string;
  readonly lines: null;
}

export function wholeFile(path: string, written: string): Stream {
  return { path, written, lines: [[1, null]], prefix: { kind: 'none' }, atLeast: 0 };
}

export function unclear({ path, written }: Stream | Unclear): Unclear {
  return { path, written, lines: null };
}

/** Some lines of what a stream prints: `from` to `to`, counted from its first. */
export function selectRanges(
  stream: Stream,
  ranges: readonly (readonly [number, number | null])[],
): Stream | Unclear {
  const only = Array.isArray(stream.lines) && stream.lines.length === 1 ? stream.lines[0] : undefined;
  if (only === undefined) return isAll(ranges) ? stream : unclear(stream);
  const [start, end] = only;
  const selected: [number, number | null][] = [];
  for (const [from, to] of ranges) {
    const first = start + from - 1;
    const last = to === null ? end : Math.min(start + to - 1, end ?? Number.POSITIVE_INFINITY);
    if (end !== null && first > end) continue;
    selected.push([first, last]);
  }
  return selected.length === 0 ? unclear(stream) : { ...stream, lines: selected };
}

/** The last lines of what a stream prints. */
export function selectLast(stream: Stream, count: number): Stream | Unclear {
  const only = Array.isArray(stream.lines) && stream.lines.length === 1 ? stream.lines[0] : undefined;
  if (only === undefined) {
    const { lines } = stream;
    return 'last' in lines ? { ...stream, lines: { last: Math.min(count, lines.last) } } : unclear(stream);
  }
  const [start, end] = only;
  if (end === null) {
    const atLeast = start === 1 ? stream.atLeast : start + count - 1;
    return { ...stream, lines: { last: count }, atLeast };
  }
  return { ...stream, lines: [[Math.max(start, end - count + 1), end]], atLeast: end };
}

/** The stream with numbers before its lines, counted from 1. */
export function numbered(stream: Stream): Stream | Unclear {
  if (stream.prefix.kind !== 'none') return unclear(stream);
  const first = Array.isArray(stream.lines) && stream.lines.length === 1 ? stream.lines[0]?.[0] : undefined;
  return { ...stream, prefix: { kind: 'numbers', shift: first === undefined ? null : first - 1 } };
}

function isAll(ranges: readonly (readonly [number, number | null])[]): boolean {
  return ranges.length === 1 && ranges[0]?.[0] === 1 && ranges[0][1] === null;
}

/** Number of lines of a list of ranges; null where one has no end. */
export function countOf(ranges: readonly (readonly [number, number | null])[]): number | null {
  let count = 0;
  for (const [from, to] of ranges) {
    if (to === null) return null;
    count += to - from + 1;
  }
  return count;
}

/** The ranges within a file of so many lines. */
export function withinFile(lines: Stream['lines'], total: number): LineRange[] {
  if ('last' in lines) return total === 0 ? [] : [[Math.max(1, total - lines.last + 1), total]];
  return lines.flatMap(([from, to]) => (from > total ? [] : [[from, Math.min(to ?? total, total)] as const]));
}
