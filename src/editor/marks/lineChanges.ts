/** A replacement of whole lines: the 0-based lines `first` to `last` became `lines` lines, at least one. */
export interface LineChange {
  readonly first: number;
  readonly last: number;
  readonly lines: number;
}

/**
 * Applies changes to an array that holds one value a line: values of touched lines become `fill`, those below move.
 * The changes count one after the other, as an editor reports them: each in the line numbers that the ones before left.
 * May write into `values`. Undefined where a change does not fit the array.
 */
export function applyLineChanges(
  values: Float64Array,
  changes: readonly LineChange[],
  fill: number,
): Float64Array | undefined {
  let current = values;
  let from = 0;
  while (from < changes.length) {
    const to = endOfDescendingRun(changes, from);
    const next = applyDescendingRun(current, changes.slice(from, to), fill);
    if (next === undefined) return undefined;
    current = next;
    from = to;
  }
  return current;
}

/** Smallest 0-based line that any of the changes touched. */
export function firstTouched(changes: readonly LineChange[]): number {
  return changes.reduce((first, change) => Math.min(first, change.first), Number.POSITIVE_INFINITY);
}

/**
 * Editors report the changes of one step from the bottom up, so that none moves another, and thousands of cursors cost
 * one pass. Steps that are reported together follow each other as further runs.
 */
function endOfDescendingRun(changes: readonly LineChange[], from: number): number {
  let to = from + 1;
  for (; to < changes.length; to++) {
    const above = changes[to];
    const below = changes[to - 1];
    if (above === undefined || below === undefined || above.last > below.first) break;
  }
  return to;
}

function applyDescendingRun(
  values: Float64Array,
  run: readonly LineChange[],
  fill: number,
): Float64Array | undefined {
  const changes = mergeSharedLines(run);
  let length = values.length;
  let moves = false;
  for (const { first, last, lines } of changes) {
    if (first < 0 || last < first || last >= values.length || lines < 1) return undefined;
    const growth = lines - (last - first + 1);
    length += growth;
    moves ||= growth !== 0;
  }
  if (!moves) {
    for (const { first, last } of changes) values.fill(fill, first, last + 1);
    return values;
  }
  const next = new Float64Array(length);
  let read = 0;
  let write = 0;
  for (const { first, last, lines } of changes) {
    next.set(values.subarray(read, first), write);
    write += first - read;
    next.fill(fill, write, write + lines);
    write += lines;
    read = last + 1;
  }
  next.set(values.subarray(read), write);
  return next;
}

/** From top to bottom; changes that meet within one line are one change. */
function mergeSharedLines(descending: readonly LineChange[]): LineChange[] {
  const merged: LineChange[] = [];
  for (const change of descending.toReversed()) {
    const above = merged.at(-1);
    if (above !== undefined && above.last === change.first) {
      merged[merged.length - 1] = {
        first: above.first,
        last: change.last,
        lines: above.lines + change.lines - 1,
      };
    } else {
      merged.push(change);
    }
  }
  return merged;
}
