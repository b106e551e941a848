import { describe, expect, it } from 'vitest';
import { knowledgeOfLine, readsOfLine } from '../../../src/editor/marks/lineReads';
import type { ReadRecord } from '../../../src/tracker/views';
import { readRecord, segment, versionOf } from './lines';

function read(ordinal: number, start: number, end: number, more: Partial<ReadRecord> = {}): ReadRecord {
  const lines = end - start + 1;
  return readRecord({
    ordinal,
    call: `call-${ordinal}`,
    returned: [[start, end]],
    progress: 'progress',
    newLines: lines,
    newForLife: lines,
    version: 1,
    ...more,
  });
}

describe('readsOfLine', () => {
  const versions = [versionOf('a\nb\n', { version: 3 }), versionOf('a\nb\n', { version: 1 })];

  it('gives the reads of a line and tells which gave it again', () => {
    const reads = [
      read(1, 1, 10),
      read(2, 20, 30),
      read(3, 5, 25),
      read(4, 5, 5, { actor: 'sub' }),
      read(5, 1, 10, { version: 2 }),
      read(6, 1, 10, { version: 3 }),
      read(7, 1, 10, { version: null }),
      read(8, 6, 9),
    ];
    const found = readsOfLine(reads, versions, 5).map(({ read: { ordinal }, again }) => [ordinal, again]);
    expect(found).toEqual([
      [1, false],
      [3, true],
      [4, false],
      [6, false],
    ]);
  });
});

describe('knowledgeOfLine', () => {
  it('takes each actor at its strongest, the strongest first', () => {
    const versions = [
      versionOf('', {
        actors: new Map([
          ['main', [segment(1, 5)]],
          ['b', [segment(1, 9, { times: 4 })]],
        ]),
      }),
      versionOf('', { actors: new Map([['main', [segment(3, 4, { times: 2, inContext: false })]]]) }),
      versionOf('', { actors: new Map([['c', [segment(3, 3, { times: 0 })]]]) }),
    ];
    const known = (line: number) =>
      knowledgeOfLine(versions, line).map(({ actor, segment: { times } }) => [actor, times]);
    expect(known(3)).toEqual([
      ['b', 4],
      ['main', 2],
    ]);
    expect(known(5)).toEqual([
      ['b', 4],
      ['main', 1],
    ]);
    expect(known(10)).toEqual([]);
  });
});
