import type { MapData, MapEntry, Range } from './messages';

const MOST_RANGES = 4;

/** `{name}` in a text, filled in. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** What one call did, in lines of text. */
export function inWords({ files, actors, entries, words }: MapData, call: number): readonly string[] {
  const entry = entries[call];
  if (entry === undefined) return [];
  const time = entry.time === null ? '' : new Date(entry.time).toLocaleTimeString();
  const place = filled(words.place, { at: call + 1, all: entries.length });
  const actor = actors.length > 1 ? (actors[entry.actor] ?? '') : '';
  const head = [place, actor, time].filter(Boolean).join(' · ');
  const file = files[entry.file];
  const name = file && (file.hasEnd ? file.name : `${file.name} · ${words.unknownLength}`);
  return [head, ...(name === undefined ? [] : [name]), ...whatHappened(entry, words)];
}

function whatHappened(entry: MapEntry, words: MapData['words']): readonly string[] {
  const said = (text: string, ranges: readonly Range[]) =>
    ranges.length === 0 ? [] : [`${text}: ${filled(words.lines, { lines: formatted(ranges) })}`];
  switch (entry.kind) {
    case 'prompt':
      return [words.prompt];
    case 'interrupted':
      return [words.interrupted];
    case 'stop':
      return [words.stop];
    case 'context-lost':
      return [words.loss];
    case 'edit':
    case 'write':
    case 'delete':
      return entry.fresh.length === 0 ? [words.change] : said(words.change, entry.fresh);
    case 'read':
      return [
        ...said(words.newLines, entry.fresh),
        ...said(words.again, entry.again),
        ...(entry.outcome === 'failed' ? [words.failed] : []),
        ...(entry.outcome === 'nothing-new' ? [words.nothing] : []),
        ...(entry.uncertain ? [words.uncertain] : []),
      ];
  }
}

function formatted(ranges: readonly Range[]): string {
  const shown = ranges
    .slice(0, MOST_RANGES)
    .map(([start, end]) => (start === end ? `${start}` : `${start}–${end}`));
  return ranges.length > MOST_RANGES ? `${shown.join(', ')}, …` : shown.join(', ');
}
