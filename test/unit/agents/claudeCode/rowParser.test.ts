import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, RowParse } from '../../../../src/agents/adapter';
import { claudeCodeAdapter } from '../../../../src/agents/claudeCode/adapter';
import { ShownFile } from '../../../../src/agents/claudeCode/shownFile';
import { LineHasher } from '../../../../src/text/lineHash';

const FILE = '/ws/a.ts';
/** Rows are long enough to be worth a look. */
const LONG = 'x'.repeat(1024);
const MARK = '0123456789abcdef';
const hasher = new LineHasher([1, 2]);

function parser(): RowParse {
  const parse = claudeCodeAdapter.rowParse?.(hasher, MARK);
  if (parse === undefined) throw new Error('no parser');
  return parse;
}

const plain: RowParse = (row) => JSON.parse(row.toString('utf8')) as JsonObject;

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

function eventsOf(parse: RowParse, rows: readonly Buffer[]) {
  const reader = claudeCodeAdapter.reader({
    hasher,
    source: 'claude-code',
    baseFolder: '/ws',
    sessionFallback: 's',
  });
  const events = rows.flatMap((row) => {
    // The bytes are used again: nothing may look at them later.
    const place = Buffer.from(row);
    const told = reader.read(parse(place));
    place.fill(0x7b);
    return told;
  });
  return [...events, ...reader.flush()];
}

function expectSame(name: string, input: object, row: Buffer): void {
  const rows = [bytesOf(callRow(name, input)), row];
  expect(eventsOf(parser(), rows)).toEqual(eventsOf(plain, rows));
}

/** What parsing leads to: the row as `JSON.parse` would have it, or that it is damaged. */
function told(parse: RowParse, row: Buffer): unknown {
  try {
    const record = parse(row);
    return shownIn(record)?.whole() ?? record;
  } catch (error) {
    if (error instanceof SyntaxError) return 'damaged';
    throw error;
  }
}

/** Also of the lines that stand for the text: that they are those of the text that counts. */
function expectParsed(row: Buffer): void {
  const expected = told(plain, row);
  expect(told(parser(), row)).toEqual(expected);
  const shown = expected === 'damaged' ? undefined : shownIn(parser()(row));
  if (shown === undefined) return;
  const { message, toolUseResult } = expected as ReturnType<typeof read>;
  const { content, numLines, startLine } = (toolUseResult as { file: Recorded }).file;
  const lines = content.split('\n').map((text) => text.replace(/\r$/, ''));
  const hashes = lines.map((text) => hasher.line(text));
  expect([...shown.lines.hashes]).toEqual(hashes);
  expect(shown.lines.bytes).toBe(Buffer.byteLength(lines.join('')));
  expect([shown.lines.first, lines.length]).toEqual([startLine, numLines]);
  const given = String(message.content[0]?.content).split('\n');
  for (const [at, text] of content.split('\n').entries()) {
    expect(given[at]?.replace(/^ *\d+(?:\t|→)/, '')).toBe(text);
  }
}

interface Recorded {
  readonly content: string;
  readonly numLines: number;
  readonly startLine: number;
}

function shownIn(record: JsonObject): ShownFile | undefined {
  const message = record['message'] as { content?: readonly { content?: unknown }[] } | undefined;
  const content = Array.isArray(message?.content) ? message.content[0]?.content : undefined;
  return content instanceof ShownFile ? content : undefined;
}

const isTaken = (row: object) => shownIn(parser()(bytesOf(row))) !== undefined;

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

const line = fc.oneof(
  fc.string({ maxLength: 12, unit: 'binary' }).map((text) => text.replaceAll('\n', '')),
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '',
    '"',
    '\\',
    '\\"',
    '\r',
    '12\tx',
    '\u2028',
    '\ud800',
    'é',
    '\u007f',
    '\ufeff',
    '😀',
    '\0',
  ),
);

describe('a row of a read', () => {
  it('is not made into text where it shows what is recorded', () => {
    expect(isTaken(read({ lines: ['one', 'two\r', '\t"three" \\n\b', 'vier – ✓ 😀', ''] }))).toBe(true);
    expect(isTaken(read({ lines: ['one', 'two'], start: 99, mark: '→', total: 200 }))).toBe(true);
    expect(isTaken(read({ lines: ['one'] }))).toBe(true);
  });

  it('is, where the two differ or are not what they seem', () => {
    expect(isTaken(read({ lines: ['one', 'two'], recorded: 'one\ntwo and more' }))).toBe(false);
    expect(isTaken(read({ lines: ['one', 'two'], recorded: 'one\ntw' }))).toBe(false);
    expect(isTaken(read({ lines: ['one', 'two'], recorded: 'one' }))).toBe(false);
    expect(isTaken(read({ lines: ['one', 'two'], mark: ':' }))).toBe(false);
    expect(isTaken(read({ lines: [''] }))).toBe(false);
    expect(isTaken(read({ lines: ['\ud800'] }))).toBe(false);
  });

  it('says the same', () => {
    const more = fc.oneof(
      fc.constant(undefined),
      fc.integer({ min: 1, max: 3 }),
      fc.array(line, { maxLength: 6 }),
    );
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 12 }),
        fc.constantFrom('\t', '→', ':'),
        fc.integer({ min: 0, max: 2 }),
        more,
        fc.constantFrom('', ' and more', '\n', '\n<system-reminder>x</system-reminder>', '\n3\tx'),
        fc.constantFrom({}, { toolDenialKind: 'x' }, { isSidechain: true }),
        fc.constantFrom('Read', 'Edit', 'Bash', 'mcp__filesystem__read_text_file'),
        (lines, start, mark, above, other, after, fields, tool) => {
          const total = Math.max(1, start) + lines.length - 1 + above;
          const shown = { lines, start, mark, total };
          const text = typeof other === 'number' ? lines.join('\n').slice(0, -other) : other?.join('\n');
          const row = { ...read(text === undefined ? shown : { ...shown, recorded: text }), ...fields };
          const [block] = row.message.content;
          if (typeof block?.content === 'string') block.content += after;
          const input = { file_path: FILE, command: `cat ${FILE}`, path: FILE };
          expectSame(tool, input, bytesOf(row));
          expectParsed(bytesOf(row));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('says the same where the result failed, or is not the only one', () => {
    const { message, ...row } = read({ lines: ['one', 'two'] });
    const [block] = message.content;
    const failed = { ...row, message: { role: 'user', content: [{ ...block, is_error: true }] } };
    const two = { ...row, message: { role: 'user', content: [block, { ...block, tool_use_id: 't2' }] } };
    for (const odd of [failed, two]) {
      const bytes = bytesOf({ ...odd, type: 'user' });
      expectSame('Read', { file_path: FILE }, bytes);
      expectParsed(bytes);
    }
  });

  it('says the same where keys come twice, in any way of writing them', () => {
    const other = (name: string) => JSON.stringify(read({ lines: ['other', 'lines'] })[name as 'message']);
    const text = JSON.stringify(read({ lines: ['one', 'two'] }));
    const escaped = (name: string) => name.replace(/[a-z]/, (l) => `\\u00${l.charCodeAt(0).toString(16)}`);
    for (const name of ['message', 'toolUseResult']) {
      for (const key of [name, escaped(name)]) {
        expectParsed(Buffer.from(`${text.slice(0, -1)},"${key}":${other(name)}}`));
        expectParsed(Buffer.from(`{"${key}":${other(name)},${text.slice(1)}`));
      }
    }
    for (const key of ['content', escaped('content')]) {
      const twice = text
        .replace('"numLines"', `"${key}":"other","numLines"`)
        .replace('}],', `,"${key}":"7\\tother"}],`);
      expectParsed(Buffer.from(twice));
      expectParsed(Buffer.from(text.replace('"numLines"', `"${key}":"other","numLines"`)));
      expectParsed(Buffer.from(text.replace('"}]', `","${key}":"7\\tother"}]`)));
    }
    const lines = text.replace('"numLines":2', '"numLines":2,"numLines":9');
    expectParsed(Buffer.from(lines));
    expectSame('Read', { file_path: FILE }, Buffer.from(lines));
  });

  it('says the same where a line end is written in another way', () => {
    const text = JSON.stringify(read({ lines: ['oneATwo', 'three', 'four'] }));
    for (const escaped of ['\\u000a', '\\u000A', '\\u000d\\u000a']) {
      const row = Buffer.from(text.replaceAll('A', escaped));
      expectSame('Read', { file_path: FILE }, row);
      expect(shownIn(parser()(row))).toBeUndefined();
    }
  });

  it('is gone once the next is parsed', () => {
    const parse = parser();
    const bytes = bytesOf(read({ lines: ['one', 'two'] }));
    const shown = shownIn(parse(bytes));
    expect(shown?.whole()).toEqual(plain(bytes));
    parse(bytesOf({ type: 'user' }));
    expect(() => shown?.whole()).toThrow('gone');
  });
});

describe('a row of a command', () => {
  it('is parsed as it is, and says the same', () => {
    const text = fc.array(fc.constantFrom('a', '\n', '"', '\\', 'é', '\ud800', '<persisted-output>\n'), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, fc.option(text, { nil: undefined }), (given, recorded) => {
        const stdout = (recorded ?? given).join('');
        const row = resultRow(given.join(''), { stdout, stderr: '', interrupted: false, isImage: false });
        expectSame('Bash', { command: `cat ${FILE}` }, bytesOf(row));
        expect(parser()(bytesOf(row))).toEqual(plain(bytesOf(row)));
      }),
    );
  });

  it('is parsed as it is where it has other messages, or keys that come twice', () => {
    const row = resultRow('one', { stdout: 'one', stderr: '' });
    const inner = { role: 'user', content: [{ tool_use_id: 't1', type: 'tool_result', content: 'one' }] };
    const text = JSON.stringify(row);
    const twice = `${text.slice(0, -1)},"message":${JSON.stringify({ content: [{ content: 'two' }] })}}`;
    const rows = [
      bytesOf({ data: { message: inner }, ...row }),
      bytesOf({ note: '{', ...row }),
      Buffer.from(twice),
    ];
    for (const odd of rows) expect(parser()(odd)).toEqual(plain(odd));
  });
});

describe('any bytes', () => {
  const bases = [
    bytesOf(read({ lines: ['one "1"', '\ttwo\u0001', 'drei – 😀 é\r', ''], total: 30 })),
    bytesOf(resultRow('one\ntwo é', { stdout: 'one\ntwo é', stderr: '' })),
  ];

  it('are cut anywhere', () => {
    for (const bytes of bases) {
      for (let end = 1024; end <= bytes.length; end++) expectParsed(bytes.subarray(0, end));
    }
  });

  it('are damaged anywhere', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...bases),
        fc.array(fc.tuple(fc.nat({ max: 420 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 3 }),
        (bytes, changes) => {
          const damaged = Buffer.from(bytes);
          for (const [at, byte] of changes) damaged[at] = byte;
          expectParsed(damaged);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('have the same byte changed in both texts', () => {
    const lines = ['a'.repeat(12), 'second'];
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 12 }), fc.nat({ max: 11 }), (put, place) => {
        const bytes = bytesOf(read({ lines }));
        const target = Buffer.from(lines[0] ?? '');
        for (let at = bytes.indexOf(target); at !== -1; at = bytes.indexOf(target, at + 1)) {
          bytes.set(put.subarray(0, 12 - place), at + place);
        }
        expectParsed(bytes);
        if (told(plain, bytes) !== 'damaged') expectSame('Read', { file_path: FILE }, bytes);
      }),
      { numRuns: 2000 },
    );
  });
});
