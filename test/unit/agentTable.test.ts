import { describe, expect, it } from 'vitest';
import { parseTable, printTable, withColumn } from '../../scripts/lib/agent-table.mjs';

const column = (head: string, seen: readonly (readonly [string, string])[], whole = true) => ({
  head,
  seen: seen.map(([what, seen]) => ({ what, seen })),
  whole,
});
const EMPTY = { heads: [], lines: [] };

describe('The table of what runs of agents showed', () => {
  it('is read as it is printed', () => {
    const one = withColumn(
      EMPTY,
      column('A 1', [
        ['a', 'x | y'],
        ['b', 'z'],
      ]),
    );
    const two = withColumn(one, column('B 2', [['b', 'w']]));
    expect(printTable(two).split('\n')).toEqual([
      '|  | A 1 | B 2 |',
      '| --- | --- | --- |',
      '| a | x \\| y | – |',
      '| b | z | w |',
    ]);
    expect(parseTable(printTable(two))).toEqual(two);
  });

  it('keeps the columns of others, and forgets of a column what is no longer seen', () => {
    const two = withColumn(
      withColumn(
        EMPTY,
        column('A 1', [
          ['a', 'x'],
          ['b', 'y'],
        ]),
      ),
      column('B 2', [['a', 'z']]),
    );
    const again = withColumn(two, column('A 1', [['a', 'x2']]));
    expect(again).toEqual({
      heads: ['A 1', 'B 2'],
      lines: [
        {
          what: 'a',
          cells: new Map([
            ['A 1', 'x2'],
            ['B 2', 'z'],
          ]),
        },
      ],
    });
  });

  it('keeps what a part of a run did not look at', () => {
    const one = withColumn(
      EMPTY,
      column('A 1', [
        ['a', 'x'],
        ['b', 'y'],
      ]),
    );
    const part = withColumn(
      one,
      column(
        'A 1',
        [
          ['b', 'y2'],
          ['c', 'z'],
        ],
        false,
      ),
    );
    expect(part.lines.map(({ what, cells }) => [what, cells.get('A 1')])).toEqual([
      ['a', 'x'],
      ['b', 'y2'],
      ['c', 'z'],
    ]);
  });

  it('puts what is new after what was seen before it', () => {
    const one = withColumn(
      EMPTY,
      column('A 1', [
        ['a', 'x'],
        ['c', 'y'],
      ]),
    );
    const two = withColumn(
      one,
      column('B 2', [
        ['a', 'x'],
        ['b', 'y'],
      ]),
    );
    expect(two.lines.map(({ what }) => what)).toEqual(['a', 'b', 'c']);
  });
});
