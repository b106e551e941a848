import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from '../../../../src/text/lines';
import type { ReadEvent } from '../../../../src/tracker/event';
import { events, hasher, ofKind, SessionFile } from './sessions';

function readOf(input: object, text: string, fields: object = {}): ReadEvent | undefined {
  const file = new SessionFile();
  file.call('c', 'read', { path: 'a.txt', ...input }, text, fields);
  return ofKind(events(file.rows), 'read')[0];
}

interface Limits {
  readonly lines: number;
  readonly bytes: number;
}

/** What pi's read tool answers, with smaller limits; and the last line that it gives. */
function answer(text: string, offset: number, limit: number | null, most: Limits) {
  const all = text.split('\n');
  const start = offset - 1;
  const asked = all.slice(start, limit === null ? undefined : start + limit);
  let bytes = 0;
  let count = 0;
  while (count < Math.min(asked.length, most.lines)) {
    bytes += Buffer.byteLength(asked[count] ?? '') + (count > 0 ? 1 : 0);
    if (bytes > most.bytes) break;
    count++;
  }
  const truncation = {
    truncated: true,
    outputLines: count,
    totalLines: asked.length,
    lastLinePartial: false,
  };
  if (count === 0 && asked.length > 0 && (asked[0] ?? '') !== '') {
    const details = { truncation: { ...truncation, firstLineExceedsLimit: true } };
    return { text: `[Line ${offset} is 9KB, exceeds 9KB limit. Use bash: sed]`, details, last: start };
  }
  const last = start + count;
  const shown = asked.slice(0, count).join('\n');
  if (count < asked.length) {
    const note = `\n\n[Showing lines ${offset}-${last} of ${all.length}. Use offset=${last + 1} to continue.]`;
    return {
      text: shown + note,
      details: { truncation: { ...truncation, firstLineExceedsLimit: false } },
      last,
    };
  }
  if (limit !== null && start + limit < all.length) {
    const rest = all.length - start - limit;
    return {
      text: `${shown}\n\n[${rest} more lines in file. Use offset=${last + 1} to continue.]`,
      details: undefined,
      last,
    };
  }
  return { text: shown, details: undefined, last };
}

const lineText = fc.constantFrom(
  '',
  '',
  'a',
  '  b',
  'ü☕',
  '[1 more lines in file. Use offset=3 to continue.]',
  '[Showing lines 1-2 of 5. Use offset=3 to continue.]',
  '... (1 more lines not shown. Use offset=3 to continue reading)',
);

describe('a read of pi', () => {
  it('is credited with the lines that were given, wherever a limit cuts and whatever the file looks like', () => {
    const file = fc.tuple(fc.array(lineText, { minLength: 1, maxLength: 8 }), fc.boolean());
    const window = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.option(fc.integer({ min: 1, max: 9 })));
    const limits = fc.record({
      lines: fc.integer({ min: 1, max: 9 }),
      bytes: fc.integer({ min: 0, max: 60 }),
    });
    let exact = 0;
    fc.assert(
      fc.property(file, window, limits, ([lines, hasEnd], [offset, limit], most) => {
        const text = lines.join('\n') + (hasEnd ? '\n' : '');
        fc.pre(offset <= text.split('\n').length);
        const given = answer(text, offset, limit, most);
        const input = { offset, ...(limit === null ? {} : { limit }) };
        const event = readOf(input, given.text, { details: given.details });
        const real = splitLines(text);
        const last = Math.min(given.last, real.length);
        const expected = offset <= last ? [[offset, last]] : [];
        const [[start, end] = [0, -1]] = event?.returned ?? [];
        // A file that ends as pi's own words do may lose its end, never more.
        if (event?.returned.length === 0)
          expect(['empty', 'truncated', 'unknown-range']).toContain(event.outcome);
        else expect([start >= offset, end <= last]).toEqual([true, true]);
        expect(event?.lineHashes ?? new Uint32Array()).toEqual(
          hasher.each(real.slice(start - 1, Math.max(0, end))),
        );
        if (event?.totalLines != null) expect(event.totalLines).toBe(real.length);
        const isExact = JSON.stringify(event?.returned) === JSON.stringify(expected);
        if (!lines.some((line) => /^\[|^\.\.\./.test(line))) expect(isExact).toBe(true);
        if (isExact) exact++;
      }),
      { numRuns: 500 },
    );
    expect(exact).toBeGreaterThan(450);
  });

  it('keeps a blank line at the end of what was asked for, and not the empty text after the last line', () => {
    const more = '\n\n[2 more lines in file. Use offset=3 to continue.]';
    expect(readOf({ offset: 1, limit: 2 }, `a\n${more}`)?.returned).toEqual([[1, 2]]);
    expect(readOf({ offset: 1, limit: 2 }, 'a\n')).toMatchObject({ returned: [[1, 1]], totalLines: 1 });
    expect(readOf({}, 'a\n\n')).toMatchObject({ returned: [[1, 2]], totalLines: 2, outcome: 'complete' });
    expect(readOf({ offset: 4 }, '')).toMatchObject({ returned: [], totalLines: 3, outcome: 'empty' });
  });

  it('believes no mark whose numbers do not fit', () => {
    for (const mark of [
      '[3 more lines in file. Use offset=9 to continue.]',
      '[Showing lines 1-9 of 12. Use offset=10 to continue.]',
      '[Showing lines 2-2 of 12. Use offset=3 to continue.]',
    ]) {
      expect(readOf({}, `a\n\n${mark}`)).toMatchObject({ returned: [[1, 3]], totalLines: 3 });
    }
    const more = (next: number) => `\n\n[1 more lines in file. Use offset=${next} to continue.]`;
    expect(readOf({ limit: 5 }, `a${more(6)}`)).toMatchObject({ returned: [[1, 3]], totalLines: 3 });
    expect(readOf({ limit: 1 }, `a${more(9)}`)).toMatchObject({ returned: [], outcome: 'unknown-range' });
    const showing = '\n\n[Showing lines 1-2 of 9. Use offset=3 to continue.]';
    expect(readOf({ offset: 2 }, `b${showing}`)).toMatchObject({ returned: [[2, 4]], totalLines: 4 });
    // With a limit, more lines than were asked for cannot be.
    expect(readOf({ limit: 2 }, 'a\nb\nc')).toMatchObject({ returned: [], outcome: 'unknown-range' });
  });

  it('credits nothing where the record of a cut does not fit the text', () => {
    const truncation = { truncated: true, outputLines: 2, lastLinePartial: false };
    const cut = 'a\nb\n\n[Showing lines 1-2 of 9 (50.0KB limit). Use offset=3 to continue.]';
    expect(readOf({}, cut, { details: { truncation } })).toMatchObject({
      returned: [[1, 2]],
      outcome: 'truncated',
    });
    for (const other of [{ outputLines: 3 }, { lastLinePartial: true }]) {
      const details = { truncation: { ...truncation, ...other } };
      expect(readOf({}, cut, { details })).toMatchObject({ returned: [], outcome: 'unknown-range' });
    }
    expect(readOf({}, 'a\nb', { details: { truncation } })?.outcome).toBe('unknown-range');
  });

  it('reads what older versions cut', () => {
    const long = 'x'.repeat(2000);
    const noted = `a\n${long}\nb\n\n... (Some lines were truncated to 2000 characters for display. 4 more lines not shown. Use offset=4 to continue reading)`;
    expect(readOf({ limit: 3 }, noted)).toMatchObject({
      returned: [
        [1, 1],
        [3, 3],
      ],
      cutLines: [2],
      outcome: 'truncated',
    });
    const more = 'a\nb\n\n... (4 more lines not shown. Use offset=3 to continue reading)';
    expect(readOf({ limit: 2 }, more)).toMatchObject({ returned: [[1, 2]], totalLines: null });
    // Two thousand lines were the limit, not two.
    expect(readOf({}, more)).toMatchObject({ returned: [[1, 4]], totalLines: 4 });
  });

  it('knows images, failures, and tools that an extension put in its place', () => {
    expect(readOf({}, 'Read image file [image/png]')?.outcome).toBe('not-text');
    expect(readOf({}, 'ENOENT: no such file or directory', { isError: true })).toMatchObject({
      outcome: 'failed',
      error: 'not-found',
    });
    expect(readOf({}, 'a', { details: { anchors: [] } })?.outcome).toBe('unknown-range');
    expect(readOf({ offset: -3 }, 'a')?.outcome).toBe('unknown-range');
    expect(readOf({ path: '~/a.txt' }, 'a')).toBeUndefined();
  });

  it('takes numbers as texts, and names with the mark of a mention', () => {
    const more = '\n\n[1 more lines in file. Use offset=4 to continue.]';
    const event = readOf({ path: '@src/a.txt', offset: '2', limit: '2' }, `b\nc${more}`);
    expect(event).toMatchObject({
      path: '/ws/src/a.txt',
      written: '@src/a.txt',
      requested: { start: 2, end: 3 },
      returned: [[2, 3]],
      agentTotal: 4,
    });
  });
});
