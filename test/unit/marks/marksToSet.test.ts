import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendRange, MARKS, type Mark, type MarkedRange } from '../../../src/editor/marks/lineStates';
import { byMark, type Drawn, marksToSet } from '../../../src/editor/marks/marksToSet';

/** A mark or none for each line of a short file, as ranges. */
const drawings = fc
  .array(fc.option(fc.constantFrom(...MARKS), { nil: null }), { maxLength: 12 })
  .map((lines) => {
    const ranges: MarkedRange[] = [];
    for (const [i, mark] of lines.entries()) if (mark !== null) appendRange(ranges, i + 1, i + 1, mark);
    return ranges;
  });

/** The ranges of one mark, as text. */
function told(drawing: readonly MarkedRange[], mark: Mark): string {
  return drawing
    .filter((range) => range.mark === mark)
    .map(({ start, end }) => `${start}-${end}`)
    .join();
}

describe('marksToSet', () => {
  it('sets the changed marks, and no other', () => {
    fc.assert(
      fc.property(drawings, drawings, (before, after) => {
        const set = new Map(marksToSet(byMark(before), byMark(after)));
        for (const mark of MARKS) {
          const changed = told(before, mark) !== told(after, mark);
          expect(set.has(mark)).toBe(changed);
          if (changed) expect(told(set.get(mark) ?? [], mark)).toBe(told(after, mark));
        }
      }),
    );
  });

  it('sets one where another line of it was given again', () => {
    const line = (start: number, mark: Mark): MarkedRange => ({ start, end: start, mark });
    const before = byMark([line(1, 'once'), line(3, 'again'), line(5, 'glimpsed')]);
    const after = byMark([line(1, 'once'), line(3, 'repeated'), line(5, 'glimpsed')]);
    expect(marksToSet(before, after)).toEqual([
      ['again', []],
      ['repeated', [line(3, 'repeated')]],
    ]);
  });

  it('sets all that was drawn where lines moved, and takes away what is no more', () => {
    const moved: Drawn = new Map<Mark, null>([
      ['once', null],
      ['again', null],
    ]);
    const after = byMark([{ start: 2, end: 4, mark: 'once' }]);
    expect(marksToSet(moved, after).map(([mark, { length }]) => [mark, length])).toEqual([
      ['once', 1],
      ['again', 0],
    ]);
  });
});
