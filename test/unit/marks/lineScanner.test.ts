import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineScanner } from '../../../src/text/lineScanner';
import { HASHER } from './lines';

function scan(pieces: readonly string[]) {
  const scanner = new LineScanner(HASHER);
  for (const piece of pieces) scanner.add(piece);
  return scanner.finish();
}

describe('LineScanner', () => {
  it('equals hashing the whole text, however it is cut', () => {
    const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\r\n', 'b') }));
    fc.assert(
      fc.property(pieces, (cut) => {
        const text = cut.join('');
        const { hashes, loneCr } = scan(cut);
        expect(hashes).toEqual(HASHER.lines(text));
        expect(loneCr).toBe(text.replaceAll('\r\n', '').includes('\r'));
      }),
      { numRuns: 1000 },
    );
  });
});
