import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownParts, MARKS, type Mark, markOf, strongestMarks } from '../../../src/editor/marks/lineStates';
import type { Segment } from '../../../src/tracker/views';
import { knowledge, segment } from './lines';

const anySegment: fc.Arbitrary<Segment> = fc
  .record({
    start: fc.integer({ min: 1, max: 30 }),
    length: fc.integer({ min: 1, max: 12 }),
    times: fc.integer({ min: 0, max: 5 }),
    inContext: fc.boolean(),
    authored: fc.boolean(),
    carried: fc.boolean(),
    glimpsed: fc.boolean(),
  })
  .map(({ length, ...rest }) => ({ ...rest, end: rest.start + length - 1 }));

function perLine(segments: readonly Segment[], line: number): Mark | undefined {
  const marks = segments
    .filter(({ start, end }) => start <= line && line <= end)
    .map(markOf)
    .filter((mark) => mark !== undefined);
  return marks.toSorted((a, b) => MARKS.indexOf(b) - MARKS.indexOf(a))[0];
}

describe('strongestMarks', () => {
  it('equals the strongest mark of each line on its own, in sorted, disjoint, maximal ranges', () => {
    fc.assert(
      fc.property(
        fc.array(anySegment, { maxLength: 12 }),
        fc.integer({ min: 0, max: 40 }),
        (segments, lineCount) => {
          const ranges = strongestMarks(segments, lineCount);
          for (let line = 1; line <= 45; line++) {
            const drawn = ranges.filter(({ start, end }) => start <= line && line <= end);
            expect(drawn.length).toBeLessThanOrEqual(1);
            expect(drawn[0]?.mark).toBe(line <= lineCount ? perLine(segments, line) : undefined);
          }
          for (const [i, range] of ranges.entries()) {
            const next = ranges[i + 1];
            if (next === undefined) continue;
            expect(next.start).toBeGreaterThan(range.end);
            if (next.start === range.end + 1) expect(next.mark).not.toBe(range.mark);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('never adds the times of several actors', () => {
    expect(strongestMarks([segment(1, 5), segment(3, 8)], 10)).toEqual([{ start: 1, end: 8, mark: 'once' }]);
  });

  it('says what each kind of knowledge is', () => {
    const none = { times: 0, inContext: true };
    expect(markOf(segment(1, 1, { times: 2 }))).toBe('again');
    expect(markOf(segment(1, 1, { times: 3, inContext: false }))).toBe('repeated-faded');
    expect(markOf(segment(1, 1, { times: 7, authored: true }))).toBe('repeated');
    expect(markOf(segment(1, 1, { ...none, authored: true, carried: true }))).toBe('authored');
    expect(markOf(segment(1, 1, { ...none, carried: true, glimpsed: true }))).toBe('carried');
    expect(markOf(segment(1, 1, { ...none, glimpsed: true }))).toBe('glimpsed');
    expect(markOf(segment(1, 1, none))).toBeUndefined();
  });
});

describe('knownParts', () => {
  const lines = knowledge('a\nb\nc\nd\ne\nf\n', (line) => line !== 3 && line < 6);

  it('keeps only lines whose text is known', () => {
    expect([...knownParts([segment(1, 9, { times: 2 }), segment(3, 3)], lines)]).toEqual([
      segment(1, 2, { times: 2 }),
      segment(4, 5, { times: 2 }),
    ]);
  });

  it('keeps a glimpse as no more than a glimpse', () => {
    expect([...knownParts([segment(3, 3, { glimpsed: true })], lines)]).toEqual([
      segment(3, 3, { times: 0, glimpsed: true }),
    ]);
  });

  it('keeps exactly the known lines of any segments', () => {
    fc.assert(
      fc.property(
        fc.array(anySegment),
        fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
        (segments, known) => {
          const text = 'x\n'.repeat(40);
          const some = knowledge(text, (line) => known[line - 1] === true);
          const given = segments.map((each) => ({ ...each, glimpsed: false }));
          const parts = [...knownParts(given, some)];
          for (let line = 1; line <= 45; line++) {
            const covers = ({ start, end }: Segment) => start <= line && line <= end;
            expect(parts.filter(covers).length).toBe(
              known[line - 1] === true ? given.filter(covers).length : 0,
            );
          }
        },
      ),
    );
  });
});
