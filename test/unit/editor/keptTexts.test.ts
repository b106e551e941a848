import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeptTexts, LARGEST, MOST_HELD, MOST_TEXTS } from '../../../src/editor/blindChanges/keptTexts';

/** Texts of these lengths, no two alike: an engine shares what they are made of. */
const filler = 'x'.repeat(LARGEST + 10);
const lengths = fc.oneof(
  fc.integer({ min: 8, max: 1000 }),
  fc.integer({ min: LARGEST / 2, max: LARGEST + 8 }),
);
const notes = fc.array(fc.tuple(fc.nat(12), lengths), { maxLength: 120 });

describe('the texts that are kept for comparisons', () => {
  it('are the last few of each document, and never more than there is room for', () => {
    fc.assert(
      fc.property(notes, (all) => {
        const kept = new KeptTexts<number>();
        for (const [i, [key, length]] of all.entries()) {
          const text = `${i}`.padEnd(8) + filler.slice(8, length);
          kept.add(key, text);
          const held = Array.from({ length: 13 }, (_, each) => kept.of(each));
          const sum = held.flat().reduce((total, each) => total + each.length, 0);
          expect(kept.held).toBe(sum);
          expect(sum).toBeLessThanOrEqual(MOST_HELD);
          for (const texts of held) expect(texts.length).toBeLessThanOrEqual(MOST_TEXTS);
          // The one that was noted last is there, unless it is too large, which nothing of its document outlives.
          if (length > LARGEST) expect(kept.has(key)).toBe(false);
          else expect(kept.of(key).at(-1)).toBe(text);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('are not noted twice, and go with their document', () => {
    const kept = new KeptTexts<string>();
    for (const text of ['a', 'a', 'b', 'a']) kept.add('one', text);
    kept.add('two', 'c');
    expect(kept.of('one')).toEqual(['a', 'b', 'a']);
    kept.delete('one');
    expect([kept.of('one'), kept.held]).toEqual([[], 1]);
    kept.clear();
    expect([kept.of('two'), kept.held]).toEqual([[], 0]);
  });

  it('make room for the newest by what changed longest ago', () => {
    const kept = new KeptTexts<number>();
    const large = filler.slice(0, LARGEST);
    for (let key = 0; key < 9; key++) kept.add(key, large);
    expect(Array.from({ length: 9 }, (_, key) => kept.has(key))).toEqual([false, ...Array(8).fill(true)]);
  });
});
