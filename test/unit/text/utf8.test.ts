import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasWideCharacters, utf8Bytes } from '../../../src/text/utf8';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', 'é', '日', '𝄞', '\ud834', '\udd1e') }),
);

describe('utf8Bytes', () => {
  it('counts as an encoder does', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(utf8Bytes(one)).toBe(Buffer.byteLength(one, 'utf8'));
      }),
    );
  });

  it('counts a part', () => {
    expect(utf8Bytes('aé日b', 1, 3)).toBe(5);
  });

  it('knows when characters are all one byte', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(hasWideCharacters(one)).toBe(Buffer.byteLength(one) > one.length);
      }),
    );
  });
});
