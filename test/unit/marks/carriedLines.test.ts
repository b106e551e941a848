import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carriedMarks, mapLines } from '../../../src/editor/marks/carriedLines';
import type { LineKnowledge } from '../../../src/tracker/views';
import { hashed, knowledge, segment } from './lines';

const join = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

async function mapped(text: string, version: LineKnowledge): Promise<number[] | undefined> {
  const origins = await mapLines(hashed(text), version);
  return origins === undefined ? undefined : [...origins];
}

describe('mapLines', () => {
  it('maps what is unchanged around an edit', async () => {
    expect(await mapped('a\nb\nNEW\nd\n', knowledge('a\nb\nc\nd\n'))).toEqual([1, 2, 0, 4]);
    expect(await mapped('NEW\na\nb\nc\n', knowledge('a\nb\nc\n'))).toEqual([0, 1, 2, 3]);
    expect(await mapped('b\nc\n', knowledge('a\nb\nc\n'))).toEqual([2, 3]);
  });

  it('maps repeated lines only next to unique ones', async () => {
    expect(await mapped('f {\n}\n\n', knowledge('f {\n}\n\ng {\n}\n'))).toEqual([1, 2, 3]);
    expect(await mapped('}\n}\n', knowledge('f {\n}\ng {\n}\n'))).toEqual([0, 0]);
    expect(await mapped('x\n}\ny\n', knowledge('f {\n}\ng {\n}\n'))).toEqual([0, 0, 0]);
  });

  it('does not give one line of the version twice', async () => {
    expect(await mapped('A\nx\nx\nB\n', knowledge('A\nx\nB\n'))).toEqual([1, 2, 0, 3]);
    expect(await mapped('A\nx\nB\n', knowledge('A\nx\nx\nB\n'))).toEqual([1, 2, 4]);
  });

  it('never maps to a line that is not known', async () => {
    expect(
      await mapped(
        'a\nb\nc\n',
        knowledge('a\nb\nc\n', (line) => line !== 2),
      ),
    ).toEqual([1, 0, 3]);
    expect(await mapped('a\nb\n', knowledge(''))).toEqual([0, 0]);
  });

  it('compares a long text with a version of which little is known', async () => {
    const lines = Array.from({ length: 5_000 }, (_, i) => `line ${i}`);
    const part = knowledge(join(lines), (line) => line > 3_000 && line <= 3_200);
    const edited = join(['new', ...lines.with(3_100, 'edited')]);
    const origins = await mapped(edited, part);
    expect(
      origins?.map((origin, i) => (origin === 0 ? 0 : i + 1 - origin)).filter((shift) => shift !== 0),
    ).toEqual(Array.from({ length: 199 }, () => 1));
  });

  it('keeps the order of the version', async () => {
    expect(await mapped('c\na\nb\n', knowledge('a\nb\nc\n'))).toEqual([0, 1, 2]);
  });

  it('maps to nothing where a log claims a line number beyond any file', async () => {
    const far: LineKnowledge = { highest: Number.MAX_SAFE_INTEGER, known: 1, at: () => undefined };
    expect(await mapped('a\n', far)).toBeUndefined();
  });

  it('is sound for any two texts', async () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '}', ''), { maxLength: 14 });
    const flags = fc.array(fc.boolean(), { minLength: 14, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(lines, lines, flags, async (after, before, known) => {
        const version = knowledge(join(before), (line) => known[line - 1] === true);
        const origins = (await mapped(join(after), version)) ?? [];
        expect(origins).toHaveLength(after.length);
        const once = (list: readonly string[], value: string | undefined) =>
          list.filter((each) => each === value).length === 1;
        const knownBefore = before.filter((_, i) => known[i] === true);
        let last = 0;
        for (const [i, origin] of origins.entries()) {
          if (origin === 0) continue;
          // Same text, known, in order, and each line of the version at most once.
          expect(known[origin - 1]).toBe(true);
          expect(after[i]).toBe(before[origin - 1]);
          expect(origin).toBeGreaterThan(last);
          last = origin;
          // In an unbroken run with a line that is unique on both sides.
          const inRun = (step: number) => {
            for (let j = i; origins[j] === origin + (j - i) && origins[j] !== 0; j += step) {
              if (once(after, after[j]) && once(knownBefore, after[j])) return true;
            }
            return false;
          };
          expect(inRun(1) || inRun(-1)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('maps a text to itself where its lines are distinct', async () => {
    const text = join(Array.from({ length: 50_000 }, (_, i) => `line ${i}`));
    expect(await mapped(text, knowledge(text))).toEqual(Array.from({ length: 50_000 }, (_, i) => i + 1));
  });
});

describe('carriedMarks', () => {
  const before = knowledge('a\nb\nc\nd\n');

  it('marks lines that were given or carried, and no others', () => {
    const text = hashed('a\nb\nNEW\nc\nd\n');
    const origins = Float64Array.from([1, 2, 0, 3, 4]);
    const segments = [
      segment(1, 1),
      segment(2, 2, { times: 0, authored: true }),
      segment(3, 3, { times: 0, carried: true, inContext: false }),
      segment(4, 4, { times: 0, glimpsed: true }),
    ];
    expect(carriedMarks(text, before, origins, segments)).toEqual([
      { start: 1, end: 1, mark: 'carried' },
      { start: 4, end: 4, mark: 'carried-faded' },
    ]);
  });

  it('never marks a line of another text, whatever the origins say', () => {
    expect(carriedMarks(hashed('x\nb\n'), before, Float64Array.from([1, 2]), [segment(1, 4)])).toEqual([
      { start: 2, end: 2, mark: 'carried' },
    ]);
  });

  it('bounds what a log claims', () => {
    const segments = [segment(1, Number.MAX_SAFE_INTEGER)];
    expect(carriedMarks(hashed('a\n'), before, Float64Array.from([1]), segments)).toHaveLength(1);
  });
});
