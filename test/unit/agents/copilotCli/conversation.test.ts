import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/agents/adapter';
import { copilotCliAdapter } from '../../../../src/agents/copilotCli/adapter';
import { objectField, textField } from '../../../../src/agents/json';
import { events, failure, hasher, message, ofKind, result, row, START } from './sessions';

const view = (id: string, path = '/ws/a.txt') => ({ id, name: 'view', args: { path } });
const lostOf = (rows: readonly JsonObject[]) => ofKind(events([START, ...rows]), 'context-lost');
const idOf = (one: JsonObject | undefined) => textField(one ?? {}, 'id');

describe('the course of a session of Copilot CLI', () => {
  it('hears persons only', () => {
    const prompts = [
      row('user.message', { content: 'go' }),
      row('user.message', { content: 'read the skill', source: 'skill-pdf' }),
      row('user.message', { content: 'do it', source: 'agent-s1' }, { agentId: 'sub' }),
      row('user.message', { content: 'do it' }, { agentId: 'sub' }),
    ];
    expect(ofKind(events([START, ...prompts]), 'prompt')).toHaveLength(1);
  });

  it('tells subagents apart, by their id or by the call that started them', () => {
    const newer = [
      ...message('m', [{ id: 't', name: 'task', args: {} }]),
      row('subagent.started', { toolCallId: 't' }, { agentId: 'sub' }),
      ...message('n', [view('c')], { agentId: 'sub' }),
      result('c', 'a\n', {}, { agentId: 'sub' }),
      result('t', 'done'),
    ];
    const older = newer.map(({ agentId, ...one }) =>
      agentId === undefined
        ? one
        : { ...one, data: { ...Object(objectField(one, 'data')), parentToolCallId: 't' } },
    );
    for (const [rows, actor] of [
      [newer, 'sub'],
      [older, 't'],
    ] as const) {
      const all = events([START, ...rows]);
      expect(ofKind(all, 'read')).toMatchObject([{ actor, returned: [[1, 1]] }]);
      expect(ofKind(all, 'session-start')).toMatchObject([
        { actor: 'main' },
        { actor, parent: 'main', cwd: null },
      ]);
    }
  });

  it('gives results in the order of the calls, each once', () => {
    const rows = [
      ...message('m', [view('c'), view('d', '/ws/b.txt')]),
      result('d', 'b\n'),
      result('c', 'a\n'),
      result('c', 'x\n'),
    ];
    const twice = [START, ...rows, ...rows];
    expect(ofKind(events(twice), 'read').map(({ call }) => call)).toEqual(['c', 'd']);
    expect(ofKind(events(twice), 'turn')).toHaveLength(1);
  });

  it('follows the session to another folder', () => {
    const relative = [...message('m', [view('c', 'a.txt')]), result('c', 'a\n')];
    const moved = row('session.context_changed', { cwd: '/other' });
    const resumed = row('session.resume', { context: { cwd: '/again' } });
    expect(ofKind(events([START, ...relative]), 'read')[0]?.path).toBe('/ws/a.txt');
    expect(ofKind(events([START, moved, ...relative]), 'read')[0]?.path).toBe('/other/a.txt');
    expect(ofKind(events([START, moved, resumed, ...relative]), 'read')[0]?.path).toBe('/again/a.txt');
  });

  it('is named by its start, or by its folder', () => {
    const reader = copilotCliAdapter.reader({
      hasher,
      source: 'copilot-cli',
      baseFolder: '/base',
      sessionFallback: 'events',
      file: '/home/dev/.copilot/session-state/s9/events.jsonl',
    });
    expect(reader.read(row('abort', { reason: 'user' }))).toMatchObject([
      { kind: 'session-start', session: 's9', cwd: null },
      { kind: 'interrupted' },
    ]);
    expect(events([START, row('session.shutdown', {})]).at(-1)).toMatchObject({
      kind: 'session-end',
      session: 's1',
    });
  });
});

describe('what leaves the context of Copilot CLI', () => {
  const read = (id: string) => [...message(`m-${id}`, [view(id)]), result(id, 'a\n')];
  const compaction = (fields: object) => row('session.compaction_complete', { success: true, ...fields });

  it('is all but what came while the compaction ran', () => {
    const rows = [...read('a'), row('session.compaction_start', {}), ...read('b')];
    expect(lostOf([...rows, compaction({})])).toMatchObject([{ reason: 'compaction', kept: ['b'] }]);
    // Fewer messages are left than would hold it.
    const few = compaction({ preCompactionMessagesLength: 9, messagesRemoved: 8 });
    expect(lostOf([...rows, few])).toMatchObject([{ kept: [] }]);
    expect(lostOf([...read('a'), compaction({})])).toMatchObject([{ kept: [] }]);
    expect(lostOf([...rows, compaction({ success: false })])).toEqual([]);
    expect(lostOf([...rows, compaction({ outcome: 'discarded' })])).toEqual([]);
  });

  it('is not told when the oldest messages go: then all is taken to be lost', () => {
    expect(
      lostOf([...read('a'), row('session.truncation', { messagesRemovedDuringTruncation: 2 })]),
    ).toMatchObject([{ reason: 'compaction', kept: [] }]);
    expect(lostOf([...read('a'), row('session.truncation', { messagesRemovedDuringTruncation: 0 })])).toEqual(
      [],
    );
    expect(lostOf([...read('a'), row('session.context_cleared', {})])).toMatchObject([{ reason: 'clear' }]);
  });

  it('is what came after the event that was gone back to', () => {
    const asked = row('user.message', { content: 'go' });
    const rows = [...read('a'), asked, ...read('b')];
    const back = (upToEventId: unknown) => row('session.snapshot_rewind', { upToEventId, eventsRemoved: 3 });
    expect(lostOf([...rows, back(idOf(asked))])).toMatchObject([{ reason: 'rewind', toCall: 'b' }]);
    const [all] = lostOf([...rows, back('unknown')]);
    expect(all?.reason).toBe('rewind');
    expect(all).not.toHaveProperty('toCall');
  });
});

describe('events of other shapes', () => {
  it('give nothing', () => {
    const odd: JsonObject[] = [
      {},
      { type: 'tool.execution_complete', data: null },
      row('assistant.message', { toolRequests: [null, {}, { toolCallId: 7 }] }),
      row('tool.execution_start', { toolCallId: 'c' }),
      row('tool.execution_complete', { toolCallId: 'c', result: 'x' }),
      row('session.compaction_complete', { success: false, kept: {} }),
    ];
    expect(events([START, ...odd]).map(({ kind }) => kind)).toEqual(['session-start', 'turn']);
  });

  it('are told from those of VS Code', () => {
    const chat = [
      row('session.start', {
        sessionId: 's',
        version: 1,
        producer: 'copilot-agent',
        vscodeVersion: '1.110.0',
      }),
      row('user.message', { content: 'go', attachments: [] }),
      row('assistant.message', { messageId: 'm', content: '', toolRequests: [], reasoningText: '' }),
      row('tool.execution_start', { toolCallId: 'c', toolName: 'read_file', arguments: {} }),
      row('tool.execution_complete', { toolCallId: 'c', success: true, result: { content: 'a' } }),
    ];
    for (const one of chat) expect(copilotCliAdapter.recognises(one)).toBe(false);
    for (const one of [START, ...message('m', [view('c')]), result('c', 'a'), failure('c', 'no')])
      expect(copilotCliAdapter.recognises(one)).toBe(true);
  });
});
