import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Drawing, markAt, nothing } from '../../../src/editor/marks/drawing';
import { strongestMarks } from '../../../src/editor/marks/lineStates';
import { segment } from './lines';

describe('markAt', () => {
  it('finds the mark of a line', () => {
    const starts = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 8 });
    fc.assert(
      fc.property(starts, (lines) => {
        const marks = strongestMarks(
          lines.map((start) => segment(start, start + (start % 4), { times: 1 + (start % 3) })),
          40,
        );
        const drawing: Drawing = { kind: 'version', marks, versions: [], certain: true };
        for (let line = 0; line <= 45; line++) {
          expect(markAt(drawing, line)).toBe(marks.find(({ start, end }) => start <= line && line <= end));
        }
      }),
    );
    expect(markAt(nothing('other-version'), 1)).toBeUndefined();
  });
});
