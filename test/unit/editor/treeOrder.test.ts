import { describe, expect, it } from 'vitest';
import { inOrder, shareGiven } from '../../../src/editor/tree/treeOrder';
import { NO_COST } from '../../../src/tracker/cost';
import type { FileSummary } from '../../../src/tracker/views';

function file(path: string, over: Partial<FileSummary> = {}): FileSummary {
  return {
    path,
    reads: 1,
    redundantReads: 0,
    cost: NO_COST,
    knowledge: 'partly',
    whole: false,
    missing: null,
    hint: null,
    fileStreak: 0,
    fileRepeats: 0,
    versions: [],
    ...over,
  };
}

const wasted = (path: string, repeatedLines: number, regainedLines: number) =>
  file(path, { cost: { ...NO_COST, repeatedLines, regainedLines } });

const version = (ordinal: number, totalLines: number | null, covered: [number, number][]) => ({
  version: ordinal,
  totalLines,
  knowledge: 'partly' as const,
  covered,
  authored: [],
  carried: [],
});

describe('files in the tree', () => {
  const files = [wasted('/b', 90, 90), wasted('/c', 40, 0), wasted('/a', 50, 20)];
  const paths = (order: Parameters<typeof inOrder>[1], lastReads = new Map<string, number>()) =>
    inOrder(files, order, lastReads).map(({ path }) => path);

  it('come with the most wasted first: what the context had lost was not for nothing', () => {
    expect(paths('waste')).toEqual(['/c', '/a', '/b']);
  });

  it('come by name, or with the one read last first', () => {
    expect(paths('name')).toEqual(['/a', '/b', '/c']);
    const lastReads = new Map([
      ['/a', 3],
      ['/b', 9],
    ]);
    expect(paths('latest', lastReads)).toEqual(['/b', '/a', '/c']);
  });

  it('tell how much of the last version was given, where that is known', () => {
    expect(shareGiven(file('/a', { versions: [version(1, 10, [[1, 10]]), version(2, 20, [[1, 5]])] }))).toBe(
      0.25,
    );
    expect(shareGiven(file('/a', { versions: [version(1, null, [[1, 5]])] }))).toBeUndefined();
    expect(shareGiven(file('/a', { versions: [version(1, 0, [])] }))).toBeUndefined();
    expect(shareGiven(file('/a'))).toBeUndefined();
  });
});
