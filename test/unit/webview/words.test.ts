import { describe, expect, it } from 'vitest';
import type { MapData, MapEntry, MapWords } from '../../../src/webview/map/messages';
import { inWords } from '../../../src/webview/map/words';

const words = new Proxy({} as MapWords, {
  get: (_, name) =>
    name === 'place' ? '{at} of {all}' : name === 'lines' ? 'lines {lines}' : `<${String(name)}>`,
});

const read: MapEntry = {
  kind: 'read',
  file: 0,
  actor: 0,
  time: null,
  fresh: [[1, 10]],
  again: [[11, 11]],
  outcome: 'new',
  uncertain: false,
};

function said(entry: Partial<MapEntry>, actors = ['main agent'], hasEnd = true): readonly string[] {
  const data: MapData = {
    title: '',
    files: [{ name: 'src/a.ts', lines: 20, hasEnd }],
    actors,
    entries: [{ ...read, ...entry }],
    dropped: 0,
    words,
  };
  return inWords(data, 0);
}

describe('a call on the map, in words', () => {
  it('says which lines were new and which came again', () => {
    expect(said({})).toEqual(['1 of 1', 'src/a.ts', '<newLines>: lines 1–10', '<again>: lines 11']);
    const again = said({
      fresh: [],
      again: [
        [1, 2],
        [4, 5],
        [7, 8],
        [9, 9],
        [11, 12],
      ],
      outcome: 'nothing-new',
    });
    expect(again).toEqual(['1 of 1', 'src/a.ts', '<again>: lines 1–2, 4–5, 7–8, 9, …', '<nothing>']);
  });

  it('says where nobody told how long the file is', () => {
    expect(said({}, ['main agent'], false)[1]).toBe('src/a.ts · <unknownLength>');
  });

  it('says whose call it is where there are several, and what is doubtful', () => {
    expect(said({ uncertain: true, actor: 1 }, ['main agent', 'subagent 7'])).toEqual([
      '1 of 1 · subagent 7',
      'src/a.ts',
      '<newLines>: lines 1–10',
      '<again>: lines 11',
      '<uncertain>',
    ]);
  });

  it('says what concerned no file, and nothing of a call that is not there', () => {
    expect(said({ kind: 'context-lost', file: -1, fresh: [], again: [] })).toEqual(['1 of 1', '<loss>']);
    expect(said({ kind: 'edit', again: [] })).toEqual(['1 of 1', 'src/a.ts', '<change>: lines 1–10']);
    expect(inWords({ title: '', files: [], actors: [], entries: [], dropped: 0, words }, 3)).toEqual([]);
  });
});
