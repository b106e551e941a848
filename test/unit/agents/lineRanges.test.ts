import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_LINES, mergeRanges, rangesOf, requestedLines } from '../../../src/agents/lineRanges';

describe('the lines that a call asks for', () => {
  it.each([
    [1, 5, { start: 1, end: 5 }],
    [5, 5, { start: 5, end: 5 }],
    [5, null, { start: 5, end: null }],
    [5, undefined, { start: 5, end: null }],
    // A last line that is none says nothing.
    [99, 9, { start: 99, end: null }],
    [1, MOST_LINES + 1, { start: 1, end: null }],
    [2, 2.5, { start: 2, end: null }],
    // So does a first one.
    [MOST_LINES + 1, null, null],
    [0, 5, null],
  ] as const)('from %s to %s', (start, end, expected) => {
    expect(requestedLines(start, end)).toEqual(expected);
  });
});

describe('ranges of lines', () => {
  it('are those of the lines one by one, in any order and however often', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 })), (lines) => {
        expect(rangesOf(lines)).toEqual(mergeRanges(lines.map((line) => [line, line])));
      }),
    );
  });
});
