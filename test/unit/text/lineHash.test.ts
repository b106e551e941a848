import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineHasher } from '../../../src/text/lineHash';

const hasher = new LineHasher([1, 2]);
const line = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('', '\ud800', '–', '\0'));

function unitsOfText(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return units;
}

describe('the hash of a line', () => {
  it('is the same for the text, for a part of a text, and for its code units', () => {
    fc.assert(
      fc.property(line, line, line, (before, text, after) => {
        const all = before + text + after;
        const [start, end] = [before.length, before.length + text.length];
        const hash = hasher.line(text);
        expect(hasher.line(all, start, end)).toBe(hash);
        expect(hasher.units(unitsOfText(all), start, end)).toBe(hash);
        expect([...hasher.each([text])]).toEqual([hash]);
      }),
    );
  });

  it('differs where any one character differs, and where the length does', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), fc.nat(), fc.nat(), (text, place, by) => {
        const at = place % text.length;
        const other = String.fromCharCode(text.charCodeAt(at) ^ ((by % 0xffff) + 1));
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        expect(hasher.line(changed)).not.toBe(hasher.line(text));
        expect(hasher.line(`${text}\0`)).not.toBe(hasher.line(text));
      }),
      { numRuns: 500 },
    );
  });

  it('is another with another key', () => {
    for (const key of [
      [1, 3],
      [2, 2],
    ] as const) {
      const other = new LineHasher(key);
      expect(other.fingerprint).not.toBe(hasher.fingerprint);
      expect(other.line('')).not.toBe(hasher.line(''));
    }
  });

  it('spreads over all of its 32 bits', () => {
    const hashes = new Set(Array.from({ length: 50_000 }, (_, at) => hasher.line(`  line ${at};`)));
    // By chance, less than one pair of so many is the same.
    expect(hashes.size).toBeGreaterThan(49_990);
    let ones = new Uint32Array(32);
    for (const hash of hashes) ones = ones.map((count, bit) => count + ((hash >>> bit) & 1));
    for (const count of ones) expect(Math.abs(count / hashes.size - 0.5)).toBeLessThan(0.02);
  });
});
