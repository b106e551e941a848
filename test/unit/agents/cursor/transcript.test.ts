import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/agents/adapter';
import { cursorAdapter } from '../../../../src/agents/cursor/adapter';
import { ADAPTERS } from '../../../../src/agents/registry';
import { LineHasher } from '../../../../src/text/lineHash';

const MAIN = '/home/dev/.cursor/projects/ws/agent-transcripts/s1/s1.jsonl';

const user = (text: string): JsonObject => ({ role: 'user', message: { content: [{ type: 'text', text }] } });
const asks = (name: string, input: unknown): JsonObject => ({
  role: 'assistant',
  message: {
    content: [
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', name, input },
    ],
  },
});

function events(records: readonly JsonObject[], file = MAIN, baseFolder = '/ws') {
  const sessionFallback = /([^/]+)\.jsonl$/.exec(file)?.[1] ?? '';
  const context = { hasher: new LineHasher([1, 2]), source: 'cursor', baseFolder, sessionFallback, file };
  const reader = cursorAdapter.reader(context);
  return [...records.flatMap((record) => reader.read(record)), ...reader.flush()];
}

const requested = (name: string, input: unknown) => events([asks(name, input)]).slice(2);

describe('a transcript of Cursor', () => {
  it('tells of turns and of persons, not of times and lines', () => {
    const told = events([
      user('<user_query>\ngo\n</user_query>'),
      asks('Read', { path: '/ws/a.ts', offset: 5, limit: 10 }),
      user('<system_reminder>x</system_reminder>'),
      { type: 'turn_ended', status: 'success' },
    ]);
    expect(told.map((event) => [event.kind, event.time, event.actor, event.session])).toEqual([
      ['session-start', null, 'main', 's1'],
      ['prompt', null, 'main', 's1'],
      ['turn', null, 'main', 's1'],
      ['read', null, 'main', 's1'],
    ]);
    expect(told[3]).toMatchObject({
      path: '/ws/a.ts',
      requested: { start: 5, end: 14 },
      returned: [],
      totalLines: null,
      outcome: 'unknown-range',
    });
  });

  it.each([
    ['Read', { path: 'a.ts' }, null],
    ['Read', { path: 'a.ts', limit: 3 }, { start: 1, end: 3 }],
    ['Read', { path: 'a.ts', offset: -3 }, null],
    [
      'read_file',
      { target_file: 'a.ts', start_line_one_indexed: 2, end_line_one_indexed_inclusive: 9 },
      { start: 2, end: 9 },
    ],
    ['read_file', { target_file: 'a.ts', should_read_entire_file: true, offset: 'x' }, null],
  ])('%s %j asks for %j', (name, input, range) => {
    expect(requested(name, input)).toMatchObject([
      { kind: 'read', path: '/ws/a.ts', requested: range, returned: [] },
    ]);
  });

  it('tells what may have changed a file, without lines', () => {
    expect(requested('StrReplace', { path: '/ws/a.ts', old_string: 'a', new_string: 'b' })).toMatchObject([
      { kind: 'edit', path: '/ws/a.ts', outcome: 'ok' },
    ]);
    const [write] = requested('Write', { path: 'b.ts', contents: 'x\n' });
    expect(write).toMatchObject({ kind: 'edit', path: '/ws/b.ts' });
    expect(write).not.toHaveProperty('lines');
    expect(requested('Delete', { path: 'b.ts' })).toMatchObject([{ kind: 'delete', path: '/ws/b.ts' }]);
    const patch =
      '*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+*** Update File: evil.ts\n*** Add File: c.ts\n+x\n*** End Patch';
    expect(requested('ApplyPatch', patch).map((event) => 'path' in event && event.path)).toEqual([
      '/ws/a.ts',
      '/ws/c.ts',
    ]);
  });

  it('reads with a command, searches, and runs', () => {
    expect(
      requested('Shell', { command: 'cat a.ts && npm test', working_directory: '/ws/sub' }),
    ).toMatchObject([
      { kind: 'read', form: 'shell', path: '/ws/sub/a.ts', outcome: 'unknown-range', returned: [] },
      { kind: 'command', command: 'npm test' },
    ]);
    expect(requested('Grep', { pattern: 'x' })).toMatchObject([{ kind: 'search', glimpsed: [] }]);
    expect(requested('Task', { prompt: 'x' })).toEqual([]);
  });

  it('of a subagent is told by its place, and nobody speaks to it', () => {
    const file = '/home/dev/.cursor/projects/ws/agent-transcripts/s1/subagents/c1.jsonl';
    expect(events([user('go'), asks('Read', { path: 'a.ts' })], file)).toMatchObject([
      { kind: 'session-start', session: 's1', actor: 'c1', parent: 'main' },
      { kind: 'turn', actor: 'c1' },
      { kind: 'read', actor: 'c1' },
    ]);
  });

  it('is told from every other format', () => {
    for (const record of [user('go'), asks('Read', {}), { type: 'turn_ended', status: 'error' }]) {
      expect(ADAPTERS.filter((adapter) => adapter.recognises(record)).map(({ kind }) => kind)).toEqual([
        'cursor',
      ]);
    }
    const others: JsonObject[] = [
      { ...user('go'), type: 'user', uuid: 'u' },
      { role: 'user', message: { role: 'user', content: [] } },
      { role: 'user', content: [] },
      { role: 'system', message: { content: [] } },
      { role: 'user', message: { content: [{ type: 'toolCall' }] } },
    ];
    expect(others.filter((record) => cursorAdapter.recognises(record))).toEqual([]);
  });

  it('survives what no agent writes', () => {
    for (const input of [
      null,
      1,
      [],
      'x',
      { path: 1 },
      { path: '', command: {} },
      { __proto__: { path: 'a' } },
    ]) {
      for (const name of ['Read', 'Shell', 'Write', 'ApplyPatch', 'Grep', 'Delete']) {
        const told = requested(name, input);
        expect(told.flatMap((event) => (event.kind === 'read' ? event.returned : []))).toEqual([]);
      }
    }
  });
});
