import { describe, expect, it } from 'vitest';
import { acpAdapter } from '../../../../src/agents/acp/adapter';
import { answer, call, ends, events, ofKind, opened, prompted, request, update } from './messages';

describe('sessions', () => {
  it('are made, loaded, taken up and forked', () => {
    const records = [
      ...opened('s1'),
      request(2, 'session/load', { sessionId: 's2', cwd: '/two' }),
      request(3, 'session/resume', { sessionId: 's3', cwd: '/three' }),
      request(4, 'session/fork', { sessionId: 's1', cwd: '/ws' }),
      answer(4, { sessionId: 's4' }),
      update({ sessionUpdate: 'tool_call', toolCallId: 'x', kind: 'think' }, 's5'),
    ];
    expect(ofKind(records, 'session-start')).toMatchObject([
      { session: 's1', cwd: '/ws', parent: null },
      { session: 's2', cwd: '/two', parent: null },
      { session: 's3', cwd: '/three', parent: null },
      { session: 's4', cwd: '/ws', parent: 's1' },
      { session: 's5', cwd: null },
    ]);
  });

  it('have relative names in their folder', () => {
    const records = [...opened(), call('c1', 'read', { locations: [{ path: 'a.ts' }] }), ends('c1')];
    expect(ofKind(records, 'read')).toMatchObject([{ path: '/ws/a.ts', written: 'a.ts' }]);
  });

  it('end, and are cancelled', () => {
    const records = [
      ...opened(),
      prompted(1),
      { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's1' } },
      answer(1, { stopReason: 'cancelled' }),
      prompted(2),
      answer(2, { messageId: 'm' }),
      update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'cancelled' }),
      request(3, 'session/close', { sessionId: 's1' }),
      answer(3, {}),
    ];
    expect(events(records).map(({ kind }) => kind)).toEqual([
      'session-start',
      'prompt',
      'interrupted',
      'prompt',
      'interrupted',
      'session-end',
    ]);
  });

  it('lose their context', () => {
    const records = [
      ...opened(),
      update({ sessionUpdate: 'compaction_update', compactionId: 'k', status: 'in_progress' }),
      update({ sessionUpdate: 'compaction_update', compactionId: 'k', status: 'completed' }),
      call('k2', 'think', { _meta: { claudeCode: { toolName: 'compact' } } }),
      ends('k2'),
      prompted(5, '/clear'),
    ];
    expect(ofKind(records, 'context-lost')).toMatchObject([
      { reason: 'compaction', kept: [], unseenRestore: true },
      { reason: 'compaction' },
      { reason: 'clear' },
    ]);
    expect(ofKind(records, 'prompt')).toEqual([]);
  });
});

describe('calls', () => {
  it('that run at the same time are given in the order in which they were made', () => {
    const at = (path: string) => ({ locations: [{ path }] });
    const records = [
      ...opened(),
      call('c1', 'read', at('/ws/a')),
      call('c2', 'read', at('/ws/b')),
      ends('c2'),
      ends('c1'),
      call('c3', 'read', at('/ws/c')),
      ends('c3'),
    ];
    expect(events(records).map((event) => event.call ?? event.kind)).toEqual([
      'session-start',
      'turn',
      'c1',
      'c2',
      'turn',
      'c3',
    ]);
  });

  it('of a subagent are its own', () => {
    const meta = { _meta: { claudeCode: { toolName: 'Read', parentToolUseId: 'c1' } } };
    const records = [
      ...opened(),
      call('c1', 'think', { _meta: { claudeCode: { toolName: 'Agent' } } }),
      call('c2', 'read', { ...meta, rawInput: { file_path: '/ws/a.ts' } }),
      ends('c2', { ...meta, status: 'failed', rawOutput: 'File does not exist.' }),
      ends('c1'),
    ];
    expect(ofKind(records, 'read')).toMatchObject([{ actor: 'c1', outcome: 'failed', error: 'not-found' }]);
    expect(ofKind(records, 'session-start')).toMatchObject([
      { actor: 'main' },
      { actor: 'c1', parent: 'main' },
    ]);
  });

  it('change files', () => {
    const changes = (kind: string, more: object) =>
      events([...opened(), call('c1', kind), ends('c1', more)]).filter(({ call: id }) => id === 'c1');
    const diff = (more: object) => ({ content: [{ type: 'diff', ...more }] });
    expect(changes('edit', diff({ path: '/ws/a', oldText: null, newText: 'a\nb\n' }))).toMatchObject([
      { kind: 'write', path: '/ws/a', totalLines: 2 },
    ]);
    expect(changes('edit', diff({ path: '/ws/a', oldText: 'x', newText: 'y' }))).toMatchObject([
      { kind: 'edit', path: '/ws/a', outcome: 'ok' },
    ]);
    const listed = [
      { operation: 'add', path: '/ws/a' },
      { operation: 'delete', path: '/ws/b' },
      { operation: 'move', oldPath: '/ws/c', path: '/ws/d' },
    ];
    expect(changes('edit', diff({ changes: listed })).map(({ kind }) => kind)).toEqual([
      'edit',
      'delete',
      'delete',
      'edit',
    ]);
    expect(changes('delete', { locations: [{ path: '/ws/a' }] })).toMatchObject([{ kind: 'delete' }]);
    expect(changes('edit', { ...diff({ path: '/ws/a', newText: 'y' }), status: 'failed' })).toMatchObject([
      { kind: 'edit', outcome: 'failed' },
    ]);
  });

  it('ask and run', () => {
    const records = [
      ...opened(),
      call('c1', 'search', { rawInput: { pattern: 'x' } }),
      ends('c1'),
      call('c2', 'execute', { rawInput: { command: ['bash', '-lc', 'cat a.ts'] } }),
      ends('c2'),
      call('c3', 'execute', { rawInput: { command: 'npm test', cwd: 'sub' } }),
      ends('c3', { status: 'failed' }),
    ];
    expect(events(records).filter((event) => event.call !== null)).toMatchObject([
      { kind: 'search', tool: 'search' },
      { kind: 'read', path: '/ws/a.ts', returned: [], outcome: 'unknown-range' },
      { kind: 'command', command: 'npm test', outcome: 'failed' },
    ]);
  });
});

describe('recognition', () => {
  it.each([
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} },
    { jsonrpc: '2.0', id: 1, result: null },
    { direction: 'agent_to_client', timestamp: 1, message: { jsonrpc: '2.0', id: 1, error: {} } },
    { dir: 'client->agent', msg: { jsonrpc: '2.0', method: 'session/cancel' } },
  ])('%j', (record) => {
    expect(acpAdapter.recognises(record)).toBe(true);
  });

  it.each([
    {},
    { jsonrpc: '2.0' },
    { jsonrpc: '1.0', method: 'x' },
    { type: 'user', message: { role: 'user', content: 'x' }, uuid: 'u' },
    { data: '{"jsonrpc":"2.0","method":"x"}' },
  ])('not %j', (record) => {
    expect(acpAdapter.recognises(record)).toBe(false);
  });
});
