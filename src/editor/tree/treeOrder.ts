import { countLines } from '../../text/ranges';
import type { Cost, FileSummary } from '../../tracker/views';

/** How the files of an actor are sorted. */
export const TREE_ORDERS = ['waste', 'name', 'latest'] as const;
export type TreeOrder = (typeof TREE_ORDERS)[number];

/** Lines that were given again for nothing: those that the context had lost, or that had changed meanwhile, were not. */
export function wasteOf({ repeatedLines, regainedLines }: Cost): number {
  return repeatedLines - regainedLines;
}

/**
 * Files as they are listed: what wastes most, or was read last, comes first; by name otherwise.
 *
 * @param lastReads ordinal of the last read of each path
 */
export function inOrder(
  files: readonly FileSummary[],
  order: TreeOrder,
  lastReads: ReadonlyMap<string, number>,
): readonly FileSummary[] {
  const weights = new Map(files.map((file) => [file, weightOf(file, order, lastReads)]));
  return [...files].sort(
    (a, b) =>
      (weights.get(b) ?? 0) - (weights.get(a) ?? 0) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  );
}

function weightOf(file: FileSummary, order: TreeOrder, lastReads: ReadonlyMap<string, number>): number {
  switch (order) {
    case 'waste':
      return wasteOf(file.cost);
    case 'latest':
      return lastReads.get(file.path) ?? 0;
    case 'name':
      return 0;
  }
}

/** How much of the file's last version was given, 0 to 1; undefined where that is not known. */
export function shareGiven({ versions }: FileSummary): number | undefined {
  const last = versions.at(-1);
  if (last === undefined || last.totalLines === null || last.totalLines === 0) return undefined;
  return Math.min(1, countLines(last.covered) / last.totalLines);
}
