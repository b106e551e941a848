import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from '../../../../src/text/lines';
import type { ReadEvent } from '../../../../src/tracker/event';
import { events, hasher, numbered, ofKind, Session } from './session';

const readsOf = (session: Session) => ofKind(events(session), 'read');

/** What the model is given of a long text: built here from the notice alone, not from the rule that is tested. */
function sent(text: string): string {
  if (text.length <= 8000) return text;
  let kept = 8000;
  const cut = () => {
    const half = Math.floor(kept / 2);
    return `${text.slice(0, half)}\n\n...[truncated ${text.length - 2 * half} chars]...\n\n${text.slice(text.length - half)}`;
  };
  while (cut().length > 8000) kept--;
  return cut();
}

function credited({ returned, lineHashes }: ReadEvent): [number, number][] {
  let at = 0;
  return returned.flatMap(([start, end]) =>
    Array.from({ length: end - start + 1 }, (_, i): [number, number] => [start + i, lineHashes?.[at++] ?? 0]),
  );
}

const WORDS = fc.constantFrom(
  'a',
  '',
  '7 | x',
  '  12 | y',
  '[Showing lines 1-5 of 9. Use',
  '...[truncated 5 chars]...',
);
const LINE = fc.oneof(
  { weight: 6, arbitrary: WORDS },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 900 }).map((length) => 'x'.repeat(length)) },
  { weight: 1, arbitrary: fc.integer({ min: 1990, max: 2020 }).map((length) => 'y'.repeat(length)) },
);

describe('an answer of read_files', () => {
  it('is credited line by line, whatever the lines look like, but for those that are cut', () => {
    const file = fc.array(LINE, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(file, fc.integer({ min: 1, max: 998 }), (lines, first) => {
        const printed = lines.map((line) =>
          line.length > 2000 ? `${line.slice(0, 2000)} [line truncated]` : line,
        );
        const text = numbered(printed, first);
        fc.pre(text.length <= 8000);
        const [read] = readsOf(
          new Session().prompt().read('/ws/a.ts', text, [first, first + lines.length - 1]),
        );
        if (read === undefined) throw new Error('there is a read');
        expect(credited(read)).toEqual(
          lines.flatMap((line, i) => (line.length > 2000 ? [] : [[first + i, hasher.line(line)]])),
        );
      }),
    );
  });

  it('that is long loses its middle: the lines at both ends that are left whole are credited, no more and no fewer', () => {
    const length = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(fc.array(length, { minLength: 250, maxLength: 300 }), (lengths) => {
        const lines = lengths.map((size, i) => `${'x'.repeat(size)}#${i}`);
        const text = numbered(lines);
        fc.pre(text.length > 8000);
        const [before = '', after = ''] = sent(text).split(/\n\n\.\.\.\[truncated \d+ chars\]\.\.\.\n\n/);
        const rows = text.split('\n');
        let at = -1;
        const ends = rows.map((row) => (at += row.length + 1));
        const whole = lines.flatMap((line, i) => {
          const end = ends[i] ?? 0;
          const isWhole = end <= before.length || end - line.length >= text.length - after.length;
          return isWhole ? [i + 1] : [];
        });
        const [read] = readsOf(new Session().prompt().read('/ws/a.ts', text));
        expect(read === undefined ? [] : credited(read).map(([number]) => number)).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });

  it('tells the length of the file where it reached the end, or was counted', () => {
    const total = (text: string, range?: readonly [number, number]) =>
      readsOf(new Session().prompt().read('/ws/a.ts', text, range)).map((read) => [
        read.totalLines,
        read.outcome,
      ]);
    const footer = (end: number, of: string) =>
      `\n\n[Showing lines 1-${end} of ${of}. Use start_line/end_line to read other sections.]`;
    expect(total('1 | a\n2 | b')).toEqual([[2, 'complete']]);
    expect(total('1 | a\n2 | b', [1, 9])).toEqual([[2, 'complete']]);
    expect(total('1 | a\n2 | b', [1, 2])).toEqual([[null, 'complete']]);
    expect(total(`1 | a\n2 | b${footer(2, '9')}`)).toEqual([[9, 'truncated']]);
    expect(total(`1 | a\n2 | b${footer(2, '9+ lines')}`)).toEqual([[null, 'truncated']]);
    expect(total(`1 | a\n2 | b${footer(2, '7')}`, [1, 7])).toEqual([[null, 'truncated']]);
    expect(total(`1 | a\n2 | b${footer(2, '6')}`, [1, 7])).toEqual([[6, 'truncated']]);
    expect(total('')).toEqual([[0, 'empty']]);
    expect(total('', [5, 9])).toEqual([[null, 'empty']]);
  });

  it.each([
    ['2 | a'],
    ['1 | a\n3 | b'],
    ['a\n1 | b'],
    ['1 | a\n\n[Showing lines 1-2 of 9. Use start_line/end_line to read other sections.]'],
    ['1 | a\nmore'],
  ])('%j is none: no credit', (text) => {
    expect(readsOf(new Session().prompt().read('/ws/a.ts', text))).toMatchObject([
      { returned: [], outcome: 'unknown-range' },
    ]);
  });

  it('may tell of several files, in all forms that models ask in', () => {
    const parts = [
      { query: '/ws/a.ts', result: '1 | a', success: true },
      { query: '/ws/b.ts:2-3', result: '2 | b\n3 | c', success: true },
      { query: '/ws/c.ts', result: '', error: 'Error reading file: ENOENT: no such file', success: false },
      { query: '/ws/d.png', result: [{ type: 'image', data: '' }], success: true },
    ];
    const inputs = [
      {
        files: [
          '/ws/a.ts',
          { path: '/ws/b.ts', start_line: 2, end_line: '3' },
          { path: '/ws/c.ts' },
          '/ws/d.png',
        ],
      },
      { files: ['/ws/a.ts', '/ws/b.ts', { start_line: 2, end_line: 3 }, '/ws/c.ts', { path: '/ws/d.png' }] },
      ['/ws/a.ts', { path: '/ws/b.ts', start_line: 2, end_line: 3 }, '/ws/c.ts', '/ws/d.png'],
    ];
    for (const input of inputs) {
      const reads = readsOf(new Session().prompt().turn(['read_files', input, parts]));
      expect(reads.map((read) => [read.written, read.returned, read.outcome])).toEqual([
        ['/ws/a.ts', [[1, 1]], 'complete'],
        ['/ws/b.ts', [[2, 3]], 'complete'],
        ['/ws/c.ts', [], 'failed'],
        ['/ws/d.png', [], 'not-text'],
      ]);
      expect(reads[1]?.requested).toEqual({ start: 2, end: 3 });
      expect(reads[2]?.error).toBe('not-found');
    }
  });

  it('that is one text is cut as one', () => {
    const answer = (text: string) => JSON.stringify([{ query: '/ws/a.ts', result: text, success: true }]);
    const small = readsOf(
      new Session().prompt().turn(['read_files', { files: ['/ws/a.ts'] }, answer('1 | a')]),
    );
    expect(small).toMatchObject([{ returned: [[1, 1]] }]);
    const large = answer(numbered(Array.from({ length: 400 }, () => 'x'.repeat(30))));
    expect(
      readsOf(new Session().prompt().turn(['read_files', { files: ['/ws/a.ts'] }, large])),
    ).toMatchObject([{ returned: [], outcome: 'unknown-range', totalLines: 400 }]);
  });

  it('that was refused fails', () => {
    for (const content of ['{"error":"refused"}', [{ error: 'refused' }]]) {
      const [read] = readsOf(new Session().prompt().turn(['read_files', { files: ['/ws/a.ts'] }, content]));
      expect(read).toMatchObject({ path: '/ws/a.ts', outcome: 'failed', returned: [] });
    }
  });

  it('survives what no agent writes', () => {
    const odd = [
      null,
      1,
      'x',
      [],
      {},
      [null],
      [{ query: 1 }],
      [{ query: '/ws/a.ts', result: null }],
      { files: [{ path: {} }] },
    ];
    for (const input of odd) {
      for (const content of odd) {
        const session = new Session()
          .prompt()
          .turn(['read_files', input, content], ['editor', input, content], ['run_commands', input, content]);
        expect(ofKind(events(session), 'read').flatMap((read) => read.returned)).toEqual([]);
      }
    }
  });
});

describe('an attached file', () => {
  const lines = (count: number) =>
    `${Array.from({ length: count }, (_, i) => `line ${i} ${'x'.repeat(40)}`).join('\n')}\n`;

  it('is delivered whole, or its start where it is too long', () => {
    const small = ofKind(events(new Session().attached('/ws/a.ts', 'a\nb\n')), 'delivered');
    expect(small).toMatchObject([{ path: '/ws/a.ts', returned: [[1, 2]], totalLines: 2 }]);
    const text = lines(2000);
    const [large] = ofKind(events(new Session().attached('/ws/a.ts', text)), 'delivered');
    const [, last] = large?.returned[0] ?? [0, 0];
    expect(splitLines(text).slice(0, last).join('\n').length).toBeLessThan(25_000);
    expect(last).toBeGreaterThan(400);
    expect(large?.totalLines).toBe(2000);
  });

  it('that could not be read is not', () => {
    const session = new Session().attached('/ws/a.ts', 'Error fetching content: no such file');
    expect(ofKind(events(session), 'delivered')).toEqual([]);
  });
});
