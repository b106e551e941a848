import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allFiles, oneFile, shownBefore } from '../../../src/webview/map/excerpt';
import type { MapData, MapEntry, MapWords, Range } from '../../../src/webview/map/messages';
import { merged, stripsOf } from '../../../src/webview/map/strips';

const FILES = 3;
const range = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.nat(12))
  .map(([start, more]): Range => [start, start + more]);
const entry = fc.record({
  kind: fc.constantFrom<MapEntry['kind'][]>('read', 'edit', 'prompt', 'context-lost', 'stop'),
  file: fc.integer({ min: -1, max: FILES - 1 }),
  fresh: fc.array(range, { maxLength: 3 }),
  again: fc.array(range, { maxLength: 3 }),
});
const data = fc.array(entry, { maxLength: 60 }).map(
  (entries): MapData => ({
    title: '',
    files: Array.from({ length: FILES }, (_, i) => ({ name: `${i}.ts`, lines: 80, hasEnd: true })),
    actors: ['main agent'],
    entries: entries.map((each) => ({ ...each, actor: 0, time: null, outcome: 'other', uncertain: false })),
    dropped: 0,
    words: {} as MapWords,
  }),
);

const linesOf = (ranges: readonly Range[]) =>
  new Set(ranges.flatMap(([start, end]) => Array.from({ length: end - start + 1 }, (_, i) => start + i)));

describe('one file of the map', () => {
  it('keeps its calls and what crosses all files, in order, and knows where they stand among all', () => {
    fc.assert(
      fc.property(data, fc.nat(FILES - 1), (all, file) => {
        const { data: shown, places } = oneFile(all, file);
        expect(shown.files).toEqual([all.files[file]]);
        const expected = all.entries.flatMap((each, i) => (each.file === file || each.file < 0 ? [i] : []));
        expect(places).toEqual(expected);
        for (const [i, place] of places.entries()) {
          const of = all.entries[place];
          expect(shown.entries[i]).toEqual({ ...of, file: of?.file === -1 ? -1 : 0 });
        }
      }),
    );
  });

  it('is all of them where there is no such file', () => {
    fc.assert(
      fc.property(data, (all) => {
        expect(oneFile(all, FILES)).toEqual(allFiles(all));
      }),
    );
  });

  it('counts those that are shown before any moment', () => {
    fc.assert(
      fc.property(data, fc.nat(FILES - 1), fc.nat(70), (all, file, until) => {
        const excerpt = oneFile(all, file);
        expect(shownBefore(excerpt, until)).toBe(excerpt.places.filter((place) => place < until).length);
      }),
    );
  });
});

describe('the strip of a file', () => {
  it('has the lines that its calls gave, gave again and changed by then, in few ranges', () => {
    fc.assert(
      fc.property(data, fc.nat(70), (all, until) => {
        const strips = stripsOf(all, until);
        for (const [file, strip] of strips.entries()) {
          const calls = all.entries.slice(0, until).filter((each) => each.file === file);
          const linesIn = (pick: (each: MapEntry) => readonly Range[]) => linesOf(calls.flatMap(pick));
          expect(linesOf(strip.fresh)).toEqual(linesIn(({ kind, fresh }) => (kind === 'read' ? fresh : [])));
          expect(linesOf(strip.changed)).toEqual(
            linesIn(({ kind, fresh }) => (kind === 'read' ? [] : fresh)),
          );
          expect(linesOf(strip.again)).toEqual(linesIn(({ again }) => again));
        }
      }),
    );
  });

  it('joins ranges that overlap or adjoin, and no others', () => {
    expect(
      merged([
        [5, 8],
        [1, 2],
        [3, 3],
        [7, 12],
        [14, 14],
      ]),
    ).toEqual([
      [1, 3],
      [5, 12],
      [14, 14],
    ]);
  });
});
