/** Index of the first range that ends at `line` or after it, of sorted, disjoint ranges that end at these lines. */
export function firstEndingAtOrAfter(ends: readonly number[], line: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
