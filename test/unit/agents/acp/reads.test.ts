import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from '../../../../src/text/lines';
import {
  answer,
  call,
  ends,
  events,
  hasher,
  ofKind,
  opened,
  prompted,
  readsFile,
  request,
  shows,
  update,
} from './messages';

const at = (path: string) => ({ locations: [{ path }] });

describe('a read through the client', () => {
  it('that no call tells of is one of the lines that were sent', () => {
    const line = fc.constantFrom('', 'a', ' b', '1\tc');
    const text = fc.tuple(fc.array(line, { maxLength: 6 }), fc.boolean());
    const range = fc.record({ line: fc.integer({ min: 1, max: 9 }), limit: fc.integer({ min: 1, max: 8 }) });
    fc.assert(
      fc.property(text, fc.option(range), ([lines, hasEnd], asked) => {
        const content = lines.length === 0 ? '' : lines.join('\n') + (hasEnd ? '\n' : '');
        const reads = ofKind([...opened(), ...readsFile(0, '/ws/a.ts', content, asked ?? {})], 'read');
        const sent = splitLines(content);
        if (sent.length > (asked?.limit ?? 99)) {
          expect(reads).toEqual([]);
          return;
        }
        const start = asked?.line ?? 1;
        expect(reads).toMatchObject([
          {
            path: '/ws/a.ts',
            call: null,
            returned: sent.length === 0 ? [] : [[start, start + sent.length - 1]],
            lineHashes: hasher.each(sent),
            totalLines: null,
          },
        ]);
      }),
    );
  });

  it('is told apart from what the client asked for with the same id', () => {
    const records = [
      ...opened(),
      prompted(7),
      request(7, 'fs/read_text_file', { sessionId: 's1', path: '/ws/a.ts' }),
    ];
    const wrap = (dir: string, msg: object) => ({ t: '2026-01-01T00:00:00Z', dir, msg });
    const wrapped = records.map((msg, i) =>
      wrap(i === 1 || i === 3 ? 'agent->client' : 'client->agent', msg),
    );
    const reads = (more: object[]) => ofKind([...wrapped, ...more] as typeof records, 'read');
    // The answer to the prompt is none to the read.
    expect(reads([wrap('agent->client', answer(7, { content: 'x\n' }))])).toEqual([]);
    expect(reads([wrap('client->agent', answer(7, { content: 'x\n' }))])).toMatchObject([
      { returned: [[1, 1]], time: Date.parse('2026-01-01T00:00:00Z') },
    ]);
    // Where nobody says who sent it, it could be either.
    expect(ofKind([...records, answer(7, { content: 'x\n' })], 'read')).toEqual([]);
  });

  it('is no read where it failed, is another’s, or a line that cannot be', () => {
    for (const records of [
      [
        request(4, 'fs/read_text_file', { sessionId: 's1', path: '/a' }),
        { jsonrpc: '2.0', id: 4, error: {} },
      ],
      [request(4, 'fs/read_text_file', { path: '/a' }), answer(4, { content: 'x' })],
      [answer(4, { content: 'x' })],
      readsFile(4, '/ws/a.ts', 'x', { line: 0 }),
      readsFile(4, '/ws/a.ts', 'x', { line: '2' }),
      readsFile(4, '/ws/a.ts', 'x', { limit: -1 }),
    ]) {
      expect(ofKind([...opened(), ...records], 'read')).toEqual([]);
    }
  });

  it('for a change of the file is none of the model', () => {
    const records = [
      ...opened(),
      call('c1', 'edit', at('/ws/a.ts')),
      ...readsFile(3, '/ws/a.ts', 'a\nb\n'),
      request(4, 'fs/write_text_file', { sessionId: 's1', path: '/ws/a.ts', content: 'a\nc\n' }),
      answer(4, {}),
      ends('c1', { content: [{ type: 'diff', path: '/ws/a.ts', oldText: 'b', newText: 'c' }] }),
    ];
    expect(ofKind(records, 'read')).toEqual([]);
    expect(ofKind(records, 'edit')).toMatchObject([{ path: '/ws/a.ts', outcome: 'ok', call: 'c1' }]);
  });
});

describe('a read that is told twice', () => {
  const file = 'a\nb\nc\n';
  const read = readsFile(3, '/ws/a.ts', file);
  const begin = [...opened(), call('c1', 'read', at('/ws/a.ts'))];

  it('counts once: the call’s answer shows the lines', () => {
    for (const end of [
      ends('c1', shows(file)),
      ends('c1', shows('```\na\nb\nc\n```')),
      ends('c1', { rawOutput: file }),
    ]) {
      expect(ofKind([...begin, ...read, end], 'read')).toMatchObject([
        { call: 'c1', returned: [[1, 3]], outcome: 'complete' },
      ]);
    }
  });

  it('counts once where the call is told after it', () => {
    const records = [
      ...opened(),
      ...read,
      call('c1', 'read', { ...at('/ws/a.ts'), ...shows(file), status: 'completed' }),
    ];
    expect(ofKind(records, 'read')).toMatchObject([{ call: 'c1', returned: [[1, 3]] }]);
  });

  it('credits the numbered lines that the answer shows', () => {
    const end = ends('c1', shows('```\n1\ta\n2\tb\n3\tc and more\n```'));
    expect(ofKind([...begin, ...read, end], 'read')).toMatchObject([
      { returned: [[1, 2]], outcome: 'truncated' },
    ]);
  });

  it.each([
    ['a part', shows('b\nc')],
    ['a word about it', shows('Read lines 1-2 of a.ts')],
    ['the start', shows('a\nb')],
    ['the start, in a longer line', shows('a\nb\ncd')],
    ['nothing', {}],
  ])('credits nothing where the answer shows %s', (_, shown) => {
    expect(ofKind([...begin, ...read, ends('c1', shown)], 'read')).toMatchObject([
      { call: 'c1', returned: [], outcome: 'unknown-range' },
    ]);
  });

  it('fails with its call', () => {
    const end = ends('c1', { status: 'failed', rawOutput: 'ENOENT: no such file' });
    expect(ofKind([...begin, ...read, end], 'read')).toMatchObject([
      { returned: [], outcome: 'failed', error: 'not-found' },
    ]);
  });
});

describe('a call of a read tool', () => {
  it('of any agent says which file, not which lines', () => {
    const records = [
      ...opened(),
      call('c1', 'read', { locations: [{ path: '/ws/a.ts', line: 3 }] }),
      ends('c1', { ...shows('3: x\n4: y'), rawOutput: { output: '3: x\n4: y' } }),
    ];
    expect(ofKind(records, 'read')).toMatchObject([
      { path: '/ws/a.ts', call: 'c1', returned: [], outcome: 'unknown-range' },
    ]);
  });

  it('of the filesystem server is known by its name', () => {
    const input = { name: 'mcp__filesystem__read_text_file', rawInput: { path: '/ws/a.ts', head: 2 } };
    const records = [...opened(), call('c1', 'other', input), ends('c1', { rawOutput: 'a\nb' })];
    expect(ofKind(records, 'read')).toMatchObject([{ returned: [[1, 2]], requested: { start: 1, end: 2 } }]);
  });

  it('of Claude Code is read from its record where the client shows no output', () => {
    const meta = (more: object = {}) => ({ _meta: { claudeCode: { toolName: 'Read', ...more } } });
    const file = { filePath: '/ws/a.ts', content: 'x\ny', numLines: 2, startLine: 5, totalLines: 9 };
    const begin = [
      ...opened(),
      call('c1', 'read', { ...meta(), rawInput: { file_path: '/ws/a.ts', offset: 5, limit: 2 } }),
    ];
    const response = update({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c1',
      ...meta({ toolResponse: { type: 'text', file } }),
    });
    const reads = ofKind([...begin, response, ends('c1', meta())], 'read');
    expect(reads).toMatchObject([{ returned: [[5, 6]], outcome: 'complete' }]);
    const shown = ofKind([...begin, ends('c1', { ...meta(), ...shows('```\n5\tx\n6\ty\n```') })], 'read');
    expect(shown).toMatchObject([{ returned: [[5, 6]] }]);
    const other = ends('c1', { ...meta(), rawOutput: 'File unchanged since last read' });
    expect(ofKind([...begin, response, other], 'read')).toMatchObject([
      { returned: [], outcome: 'unchanged' },
    ]);
  });

  it('that is told again, when a session is loaded, counts once', () => {
    const records = [call('c1', 'read', at('/ws/a.ts')), ends('c1')];
    expect(ofKind([...opened(), ...records, ...records], 'read')).toHaveLength(1);
  });
});

it('credits nothing of records that are odd', () => {
  const odd: object[] = [
    { jsonrpc: '2.0', method: 'session/update' },
    { jsonrpc: '2.0', method: 'session/update', params: [] },
    update({ sessionUpdate: 'tool_call', toolCallId: 7 }),
    update({
      sessionUpdate: 'tool_call',
      toolCallId: 'c1',
      content: 'x',
      locations: {},
      rawInput: [],
      kind: 3,
    }),
    update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed', rawOutput: [[null]] }),
    update({ sessionUpdate: 'tool_call', toolCallId: '__proto__', kind: 'read', status: 'completed' }),
    request(9, 'session/prompt', { sessionId: 's1', prompt: ['x', null] }),
    { jsonrpc: '2.0', id: {}, result: 3 },
  ];
  const records = [...opened(), ...odd] as Parameters<typeof events>[0];
  expect(events(records).filter((event) => event.kind === 'read')).toEqual([]);
});
