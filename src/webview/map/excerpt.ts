import type { MapData } from './messages';

/** What is shown of a session: all of it, or what concerns one file. */
export interface Excerpt {
  readonly data: MapData;
  /** For each entry that is shown: its index among all. */
  readonly places: readonly number[];
}

export function allFiles(data: MapData): Excerpt {
  return { data, places: Array.from(data.entries, (_, i) => i) };
}

/** One file alone, with what crosses all files: prompts, losses of context, stops. */
export function oneFile(data: MapData, file: number): Excerpt {
  const only = data.files[file];
  if (only === undefined) return allFiles(data);
  const places: number[] = [];
  const entries = data.entries.flatMap((entry, i) => {
    if (entry.file !== file && entry.file >= 0) return [];
    places.push(i);
    return [{ ...entry, file: entry.file < 0 ? -1 : 0 }];
  });
  return { data: { ...data, files: [only], entries }, places };
}

/** How many of the entries that are shown are among the first `until` of all. */
export function shownBefore({ places }: Excerpt, until: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] ?? 0) < until) low = middle + 1;
    else high = middle;
  }
  return low;
}
