import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptLines } from '../../../src/tracker/hunks';

const hunks = fc
  .array(fc.record({ gap: fc.nat(6), oldLines: fc.nat(5), newLines: fc.nat(5) }), { maxLength: 5 })
  .map((parts) => {
    let next = 1;
    return parts.map(({ gap, oldLines, newLines }) => {
      const oldStart = next + gap;
      next = oldStart + oldLines;
      return { oldStart, oldLines, newStart: 1, newLines };
    });
  });

describe('lines that an edit left alone', () => {
  it('are those of which each is found again behind what was put in before it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(30), hunks, (start, more, edit) => {
        const expected: [line: number, now: number][] = [];
        for (let line = start; line <= start + more; line++) {
          if (edit.some(({ oldStart, oldLines }) => line >= oldStart && line < oldStart + oldLines)) continue;
          const before = edit.filter(({ oldStart }) => oldStart <= line);
          expected.push([
            line,
            before.reduce((at, { oldLines, newLines }) => at + newLines - oldLines, line),
          ]);
        }
        const found = keptLines([start, start + more], edit).flatMap(({ start: from, end, shift }) =>
          Array.from({ length: end - from + 1 }, (_, i) => [from + i, from + i + shift]),
        );
        expect(found).toEqual(expected);
      }),
    );
  });
});
