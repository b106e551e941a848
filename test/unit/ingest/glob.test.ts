import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches, parsePattern } from '../../../src/ingest/glob';

/** The same by trying everything. */
function naive(part: string, name: string): boolean {
  if (part === '') return name === '';
  if (part[0] === '*') return naive(part.slice(1), name) || (name !== '' && naive(part, name.slice(1)));
  return name !== '' && (part[0] === '?' || part[0] === name[0]) && naive(part.slice(1), name.slice(1));
}

describe('patterns of logs', () => {
  it('match names as trying everything does', () => {
    const text = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 });
    fc.assert(
      fc.property(text('ab*?'), text('ab'), (part, name) => {
        expect(matches(part, name)).toBe(naive(part, name));
      }),
      { numRuns: 500 },
    );
  });

  it('take no time that explodes', () => {
    expect(matches(`${'*a'.repeat(200)}b`, 'a'.repeat(10_000))).toBe(false);
  });

  it('have parts, once for each alternative', () => {
    expect(parsePattern('.read-coverage/*.jsonl')).toEqual([['.read-coverage', '*.jsonl']]);
    expect(parsePattern('./{a,b}/**/x.{log,jsonl}')).toEqual([
      ['a', '**', 'x.log'],
      ['a', '**', 'x.jsonl'],
      ['b', '**', 'x.log'],
      ['b', '**', 'x.jsonl'],
    ]);
    expect(parsePattern('logs/**')).toEqual([['logs', '**', '*']]);
  });

  it('never lead out of the folder', () => {
    for (const pattern of [
      '../a',
      'a/../../b',
      '/a',
      '\\a',
      'C:/a',
      'c:\\a',
      '{a,..}/b',
      '',
      '.',
      '{a,}',
      'x'.repeat(1001),
    ]) {
      expect(() => parsePattern(pattern), pattern).toThrow();
    }
    expect(() => parsePattern('{a,b}'.repeat(7))).toThrow(/too many/);
  });
});
