import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeCodeAdapter } from '../../../../src/agents/claudeCode/adapter';
import { withoutRepeatedText } from '../../../../src/agents/claudeCode/repeatedText';
import { LineHasher } from '../../../../src/text/lineHash';

const FILE = '/ws/a.ts';
/** Rows are long enough to be worth a look. */
const LONG = 'x'.repeat(1024);

function resultRow(content: unknown, toolUseResult: object, more: object = {}) {
  return {
    parentUuid: 'u1',
    isSidechain: false,
    type: 'user',
    message: { role: 'user', content: [{ tool_use_id: 't1', type: 'tool_result', content }] },
    uuid: 'u2',
    timestamp: '2026-01-01T00:00:00.000Z',
    toolUseResult,
    cwd: '/ws',
    sessionId: 's1',
    padding: LONG,
    ...more,
  };
}

function callRow(name: string, input: object) {
  const content = [{ type: 'tool_use', id: 't1', name, input }];
  return {
    ...resultRow('', {}),
    type: 'assistant',
    uuid: 'u1',
    message: { id: 'm1', role: 'assistant', content },
  };
}

const bytesOf = (row: object) => Buffer.from(JSON.stringify(row));

function eventsOf(name: string, input: object, result: Buffer) {
  const reader = claudeCodeAdapter.reader({
    hasher: new LineHasher([1, 2]),
    source: 'claude-code',
    baseFolder: '/ws',
    sessionFallback: 's',
  });
  const rows = [JSON.parse(bytesOf(callRow(name, input)).toString()), JSON.parse(result.toString())];
  return [...rows.flatMap((row) => reader.read(row)), ...reader.flush()];
}

function expectSame(name: string, input: object, row: object): Buffer {
  const bytes = bytesOf(row);
  const lean = withoutRepeatedText(bytes);
  expect(eventsOf(name, input, lean)).toEqual(eventsOf(name, input, bytes));
  return lean;
}

interface Shown {
  readonly lines: readonly string[];
  readonly start?: number;
  readonly mark?: string;
  readonly total?: number;
  /** What the record has instead of the lines. */
  readonly recorded?: string;
}

function read({ lines, start = 1, mark = '\t', total, recorded = lines.join('\n') }: Shown) {
  const shown = lines.map((line, at) => `${start + at}${mark}${line}`).join('\n');
  const totals = { numLines: lines.length, startLine: start, totalLines: total ?? start + lines.length - 1 };
  return resultRow(shown, { type: 'text', file: { filePath: FILE, content: recorded, ...totals } });
}

const isCut = (row: object) => withoutRepeatedText(bytesOf(row)).length < bytesOf(row).length;

describe('text that a row holds twice', () => {
  it('is left out where the two are the same', () => {
    expect(isCut(read({ lines: ['one', 'two\r', '\t"three" \\n', 'vier – ✓', ''] }))).toBe(true);
    expect(isCut(read({ lines: ['one', 'two'], start: 99, mark: '→', total: 200 }))).toBe(true);
    expect(isCut(resultRow('one\ntwo', { stdout: 'one\ntwo', stderr: '' }))).toBe(true);
  });

  it('is kept where they differ, or where they might mean something else', () => {
    expect(isCut(read({ lines: ['one', 'two'], recorded: 'one\ntwo and more' }))).toBe(false);
    expect(isCut(read({ lines: ['one', 'two'], recorded: 'one\ntw' }))).toBe(false);
    expect(isCut(read({ lines: ['one'] }))).toBe(false);
    expect(isCut(read({ lines: ['one', 'two'], mark: ':' }))).toBe(false);
    expect(isCut(resultRow('one', { stdout: 'one two', stderr: '' }))).toBe(false);
    expect(isCut(resultRow('one two', { stdout: 'one', stderr: '' }))).toBe(false);
    expect(isCut(resultRow([{ type: 'text', text: 'one' }], { stdout: 'one', stderr: '' }))).toBe(false);
    const cut = '<persisted-output>\nOutput too large';
    expect(isCut(resultRow(cut, { stdout: cut, stderr: '' }))).toBe(false);
  });

  it('is kept where the text is that of another message', () => {
    const row = resultRow('another', { stdout: 'one', stderr: '' });
    const inner = { role: 'user', content: [{ tool_use_id: 't1', type: 'tool_result', content: 'one' }] };
    expect(isCut({ data: { message: inner }, ...row })).toBe(false);
    expect(isCut({ note: '{', ...resultRow('one', { stdout: 'one', stderr: '' }) })).toBe(false);
  });

  it('changes nothing that is told of a read', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 12, unit: 'binary' }).map((text) => text.replaceAll('\n', '')),
      fc.constantFrom('', '"', '\\', '\\"', '\r', '12\tx', '\u2028', '\ud800', 'é'),
    );
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 12 }),
        fc.constantFrom('\t', '→', ':'),
        fc.integer({ min: 0, max: 2 }),
        fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 3 }), fc.array(line, { maxLength: 6 })),
        fc.constantFrom('', ' and more', '\n', '\n<system-reminder>x</system-reminder>'),
        (lines, start, mark, more, other, after) => {
          const total = Math.max(1, start) + lines.length - 1 + more;
          const shown = { lines, start, mark, total };
          const text = typeof other === 'number' ? lines.join('\n').slice(0, -other) : other?.join('\n');
          const row = read(text === undefined ? shown : { ...shown, recorded: text });
          const [block] = row.message.content;
          if (typeof block?.content === 'string') block.content += after;
          expectSame('Read', { file_path: FILE }, row);
        },
      ),
    );
  });

  it('changes nothing that is told of a command', () => {
    const text = fc.array(fc.constantFrom('a', '\n', '"', '\\', 'é', '<persisted-output>\n'), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, fc.option(text, { nil: undefined }), (given, recorded) => {
        const stdout = (recorded ?? given).join('');
        const row = resultRow(given.join(''), { stdout, stderr: '', interrupted: false, isImage: false });
        expectSame('Bash', { command: `cat ${FILE}` }, row);
      }),
    );
  });

  it('is looked for in any bytes without a fault', () => {
    const bytes = bytesOf(read({ lines: ['one', 'two', 'three'], total: 30 }));
    for (let end = 1024; end <= bytes.length; end++) {
      const part = bytes.subarray(0, end);
      expect(withoutRepeatedText(part).length).toBeLessThanOrEqual(part.length);
    }
  });
});
