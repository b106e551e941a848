import type { MapData, Range } from './messages';

/** Lines of one file by what became of them, each sorted and disjoint. */
export interface Strip {
  readonly fresh: readonly Range[];
  readonly changed: readonly Range[];
  readonly again: readonly Range[];
}

/** What each file's lines had come to after so many entries: few ranges, however many calls gave them. */
export function stripsOf({ files, entries }: MapData, until: number): readonly Strip[] {
  const found = files.map(() => ({ fresh: [] as Range[], changed: [] as Range[], again: [] as Range[] }));
  for (const { kind, file, fresh, again } of entries.slice(0, until)) {
    const strip = found[file];
    if (strip === undefined) continue;
    (kind === 'read' ? strip.fresh : strip.changed).push(...fresh);
    strip.again.push(...again);
  }
  return found.map(({ fresh, changed, again }) => ({
    fresh: merged(fresh),
    changed: merged(changed),
    again: merged(again),
  }));
}

/** Sorted; those that overlap or adjoin are one. */
export function merged(ranges: readonly Range[]): readonly Range[] {
  const joined: [start: number, end: number][] = [];
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last[1] + 1) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}
