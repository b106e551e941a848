import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineReader } from '../../../src/channel/lineReader';
import { RateLimit } from '../../../src/channel/rateLimit';

describe('lines of a stream', () => {
  it('are the same however the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }).filter((line) => !line.includes('\n'))),
        fc.array(fc.nat(7)),
        (lines, cuts) => {
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          const reader = new LineReader(1000);
          const read: string[] = [];
          for (let at = 0, i = 0; at < bytes.length; i++) {
            const end = at + 1 + (cuts[i] ?? 3);
            read.push(...(reader.push(bytes.subarray(at, end)) ?? ['too long']));
            at = end;
          }
          expect(read).toEqual(lines);
        },
      ),
    );
  });

  it('are too long where they are, with their end or without', () => {
    expect(new LineReader(3).push(Buffer.from('abc\n'))).toEqual(['abc']);
    expect(new LineReader(3).push(Buffer.from('abcd\n'))).toBeNull();
    const reader = new LineReader(3);
    expect(reader.push(Buffer.from('ab'))).toEqual([]);
    expect(reader.push(Buffer.from('cd'))).toBeNull();
  });
});

describe('a rate limit', () => {
  it('lets so many through at once, and then so many a second', () => {
    let now = 0;
    const limit = new RateLimit(10, 3, () => now);
    const take = (times: number) => Array.from({ length: times }, () => limit.take());
    expect(take(4)).toEqual([true, true, true, false]);
    now = 90;
    expect(take(1)).toEqual([false]);
    now = 250;
    expect(take(3)).toEqual([true, true, false]);
    now = 60_000;
    expect(take(4)).toEqual([true, true, true, false]);
  });
});
