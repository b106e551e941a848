import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from '../../../../src/text/lines';
import {
  attachment,
  events,
  failure,
  hasher,
  message,
  numbered,
  ofKind,
  readAnswer,
  readOf,
  result,
  says,
} from './rows';

const read = (id: string, input: object) => ({ id, name: 'Read', input });
const readsOf = (rows: Parameters<typeof events>[0]) => ofKind(events(rows), 'read');

describe('a read with a record', () => {
  it('is given the lines that an editor would number, never the empty text after the last line end', () => {
    const lineText = fc.constantFrom('', '', 'a', '  b', '12\tx', '3→y');
    const file = fc.tuple(fc.array(lineText, { maxLength: 8 }), fc.boolean());
    const range = fc.option(
      fc.tuple(fc.integer({ min: 0, max: 10 }), fc.option(fc.integer({ min: 1, max: 10 }))),
    );
    fc.assert(
      fc.property(file, range, ([lines, hasEnd], asked) => {
        const text = lines.length === 0 ? '' : lines.join('\n') + (hasEnd ? '\n' : '');
        const [offset, limit] = asked ?? [undefined, null];
        const input = { ...(offset === undefined ? {} : { offset }), ...(limit === null ? {} : { limit }) };
        const real = splitLines(text);
        const start = Math.max(offset ?? 1, 1);
        const end = Math.min(real.length, limit === null ? real.length : start + limit - 1);
        const event = readOf(text, input);
        expect(event.returned).toEqual(start <= end ? [[start, end]] : []);
        expect(event.outcome).toBe(start <= end ? 'complete' : 'empty');
        expect(event.lineHashes ?? new Uint32Array()).toEqual(
          hasher.each(real.slice(start - 1, Math.max(end, start - 1))),
        );
        if (event.totalLines !== null) expect(event.totalLines).toBe(real.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('knows the exact total only where it saw the end', () => {
    expect(readOf('a\nb\nc\n')).toMatchObject({ totalLines: 3, agentTotal: 4 });
    expect(readOf('a\nb\nc')).toMatchObject({ totalLines: 3, agentTotal: 3 });
    expect(readOf('a\nb\nc\n', { offset: 1, limit: 2 })).toMatchObject({ totalLines: null, agentTotal: 4 });
    expect(readOf('')).toMatchObject({ totalLines: 0, outcome: 'empty' });
    expect(readOf('a\n', { offset: 9 })).toMatchObject({ totalLines: null, agentTotal: 2, outcome: 'empty' });
  });

  it('tells what was asked for, numbers as texts too', () => {
    expect(readOf('a\nb\n', { offset: 0 }).requested).toEqual({ start: 1, end: null });
    const { shown, record } = readAnswer('/ws/f', 'a\nb\nc\nd\n', 2, 3);
    const rows = [
      ...message('m', [read('c', { file_path: '/ws/f', offset: 2, limit: '3' })]),
      result('c', shown, record),
    ];
    expect(readsOf(rows)).toMatchObject([{ requested: { start: 2, end: 4 }, returned: [[2, 4]] }]);
  });

  it('believes the result where a hook changed the call', () => {
    const { shown, record } = readAnswer('/ws/other', 'a\nb\nc\n', 2, 1);
    const rows = [...message('m', [read('c', { file_path: '/ws/f' })]), result('c', shown, record)];
    expect(readsOf(rows)).toMatchObject([
      { path: '/ws/other', written: '/ws/f', requested: null, returned: [[2, 2]] },
    ]);
  });

  it('credits only what the text shows of the record', () => {
    const { shown, record } = readAnswer('/ws/f', 'one\ntwo\nthree\nfour\n');
    const given = (text: string) =>
      readsOf([...message('m', [read('c', { file_path: '/ws/f' })]), result('c', text, record)])[0];
    expect(given(shown.split('\n').slice(0, 2).join('\n'))).toMatchObject({
      outcome: 'truncated',
      returned: [[1, 2]],
      totalLines: null,
    });
    expect(given(shown.replace('three', 'thr… [cut]'))).toMatchObject({
      outcome: 'truncated',
      returned: [[1, 2]],
      cutLines: [3],
    });
    expect(given('[Old tool result content cleared]')).toMatchObject({
      outcome: 'unknown-range',
      returned: [],
    });
    expect(given(`${shown}\n\n<system-reminder>\n6\tnot of the file\n</system-reminder>`)).toMatchObject({
      outcome: 'complete',
      returned: [[1, 4]],
    });
  });

  it('credits nothing where counts cannot be right', () => {
    const { shown, record } = readAnswer('/ws/f', 'a\nb\n');
    for (const odd of [
      { startLine: -1 },
      { numLines: 99 },
      { totalLines: 1e12 },
      { numLines: 1.5 },
      { startLine: 'x' },
    ]) {
      const file = { ...record.file, ...odd };
      const rows = [
        ...message('m', [read('c', { file_path: '/ws/f' })]),
        result('c', shown, { type: 'text', file }),
      ];
      expect(readsOf(rows)).toMatchObject([{ outcome: 'unknown-range', returned: [] }]);
    }
  });

  it('is cut by the token cap', () => {
    const { shown, record } = readAnswer('/ws/f', 'a\nb\nc\nd\n', 1, 2);
    const file = { ...record.file, truncatedByTokenCap: true };
    const rows = [
      ...message('m', [read('c', { file_path: '/ws/f' })]),
      result('c', shown, { type: 'text', file }),
    ];
    expect(readsOf(rows)).toMatchObject([
      { outcome: 'truncated', returned: [[1, 2]], totalLines: null, agentTotal: 5 },
    ]);
  });

  it.each([
    [
      'unchanged',
      'File unchanged since last read. The content …',
      { type: 'file_unchanged', file: { filePath: '/ws/f' } },
    ],
    ['unchanged', 'Wasted call — file unchanged since your last Read', undefined],
    ['unchanged', '<system-reminder>This file is already in your context</system-reminder>', undefined],
    ['not-text', [{ type: 'image', source: {} }], { type: 'image', file: {} }],
    ['not-text', [{ type: 'image', source: {} }], undefined],
    ['not-text', 'PDF file read', { type: 'pdf', file: { filePath: '/ws/f' } }],
    [
      'empty',
      '<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>',
      undefined,
    ],
    ['unknown-range', 'something new', undefined],
  ])('%s: %j', (outcome, content, record) => {
    const rows = [...message('m', [read('c', { file_path: '/ws/f' })]), result('c', content, record)];
    expect(readsOf(rows)).toMatchObject([{ outcome, returned: [] }]);
  });

  it.each([
    ['File does not exist. Note: your current working directory is /ws.', 'not-found'],
    ["EISDIR: illegal operation on a directory, read '/ws'", 'directory'],
    ['File content (495KB) exceeds maximum allowed size (256KB).', 'too-large'],
    ['PreToolUse:Read hook error: already read', 'denied'],
    ["EACCES: permission denied, open '/ws/f'", 'permission'],
    ['secret text of a file', 'other'],
  ])('fails: %s', (text, error) => {
    const rows = [...message('m', [read('c', { file_path: '/ws/f' })]), failure('c', text)];
    expect(readsOf(rows)).toMatchObject([{ outcome: 'failed', error, returned: [] }]);
  });
});

describe('a file whose text looks like the agent', () => {
  const marks = [
    'File unchanged since last read.',
    'Wasted call',
    '<system-reminder>This file is already in your context</system-reminder>',
    '[Truncated: PARTIAL view — f: showing lines 1-2 of 9 total lines]',
    '<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>',
    '12\tx',
    '    17→y',
    '24: z',
    '</system-reminder>',
    '',
  ];

  it('is read like any other, with a record and without', () => {
    const text = `${marks.join('\n')}\n`;
    expect(readOf(text)).toMatchObject({
      outcome: 'complete',
      returned: [[1, marks.length]],
      totalLines: marks.length,
    });
    const { shown } = readAnswer('/ws/f', text);
    const rows = [...message('m', [read('c', { file_path: '/ws/f' })]), result('c', shown)];
    // Without a record, the last empty line may be the empty text after the last line end.
    expect(readsOf(rows)).toMatchObject([
      { outcome: 'complete', returned: [[1, marks.length]], totalLines: marks.length },
    ]);
  });
});

describe('a read without a record', () => {
  const answer = (text: string, input: object = {}, more: Parameters<typeof events>[0] = []) =>
    readsOf([...message('m', [read('c', { file_path: '/ws/f', ...input })]), result('c', text), ...more])[0];

  it.each(['\t', '→', ':'])('takes the numbers before the lines (%j)', (mark) => {
    expect(answer(numbered(['a', 'b', 'c'], 5, mark), { offset: 5, limit: 3 })).toMatchObject({
      outcome: 'complete',
      returned: [[5, 7]],
      totalLines: null,
    });
  });

  it('does not credit an empty last line, which may be none', () => {
    expect(answer(numbered(['a', '', ''], 1), { offset: 1, limit: 3 })).toMatchObject({
      returned: [[1, 2]],
      totalLines: null,
    });
    expect(answer(numbered(['a', 'b', ''], 1))).toMatchObject({ returned: [[1, 2]], totalLines: 2 });
    expect(answer(numbered([''], 9), { offset: 9, limit: 5 })).toMatchObject({
      outcome: 'empty',
      returned: [],
    });
  });

  it('must start at the line that was asked for', () => {
    expect(answer(numbered(['a', 'b'], 7), { offset: 5, limit: 2 })).toMatchObject({
      outcome: 'unknown-range',
    });
    expect(answer(numbered(['a', 'b'], 0), { offset: 0, limit: 2 })).toMatchObject({ returned: [[1, 2]] });
    expect(answer(['1\ta', '3\tb'].join('\n'))).toMatchObject({ returned: [[1, 1]] });
  });

  it('waits for the note that it was cut', () => {
    const notice = attachment({ type: 'read_truncation_notice', toolUseID: 'c' });
    const text = numbered(['a', 'b', ''], 1);
    expect(answer(text, {}, [notice, says('m2', 'on')])).toMatchObject({
      outcome: 'truncated',
      returned: [[1, 2]],
      totalLines: null,
    });
    expect(answer(text, {}, [says('m2', 'on')])).toMatchObject({ outcome: 'complete', totalLines: 2 });
    const banner = `${text.slice(0, -3)}\n\n[Truncated: PARTIAL view — f: showing lines 1-2 of 9 total lines.]`;
    expect(answer(banner)).toMatchObject({ outcome: 'truncated', totalLines: null });
  });
});
