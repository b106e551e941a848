import { describe, expect, it } from 'vitest';
import { hookReport } from '../../../../src/agents/hooks/dialects';
import { parseReport, printReport } from '../../../../src/agents/hooks/message';
import { qwenCodeDialect } from '../../../../src/agents/qwenCode/hookDialect';
import { qwenCodeHookEvents } from '../../../../src/agents/qwenCode/hookEvents';
import { LineHasher } from '../../../../src/text/lineHash';

const hasher = new LineHasher([1, 2]);
const QWEN = { dialect: qwenCodeDialect, events: qwenCodeHookEvents };
const BASE = {
  session_id: 's1',
  transcript_path: '/home/w/.qwen/projects/w/chats/s1.jsonl',
  cwd: '/w',
  timestamp: '2026-11-30T08:00:00.000Z',
};
const report = (hook: string, more: object = {}) =>
  hookReport(QWEN, { ...BASE, hook_event_name: hook, ...more }, { hasher, time: 1000 });

const read = (id: string, output: string, more: object = {}, response: object = {}) => ({
  tool_name: 'read_file',
  tool_input: { file_path: 'a.ts' },
  tool_use_id: 'toolu_1_x',
  tool_call_id: id,
  status: 'success',
  tool_response: {
    response_parts: [{ functionResponse: { id, name: 'read_file', response: { output } } }],
    result_display: '',
    execution_status: 'success',
    ...response,
  },
  ...more,
});
const batch = (...calls: readonly object[]) => report('PostToolBatch', { tool_calls: calls });

describe('a payload of Qwen Code', () => {
  it('names a call as the transcript does', () => {
    const call = { tool_name: 'read_file', tool_input: { file_path: 'a.ts', offset: 4, limit: 2 } };
    expect(report('PreToolUse', { ...call, tool_use_id: 'toolu_1_x', tool_call_id: 'c1' })).toMatchObject({
      moment: 'before-call',
      call: 'c1',
      reading: { path: '/w/a.ts', requested: { start: 5, end: 6 } },
    });
    expect(report('PreToolUse', { ...call, tool_use_id: 'toolu_1_x' })).toBeNull();
  });

  it('tells one call that came back, and what it gave', () => {
    expect(batch(read('c1', 'one\ntwo\n'))).toMatchObject({
      moment: 'after-call',
      call: 'c1',
      events: [{ kind: 'read', call: 'c1', path: '/w/a.ts', returned: [[1, 2]], totalLines: 2 }],
    });
  });

  it('tells calls that came back together in their order, through the channel too', () => {
    const told = batch(read('c1', 'one\n'), read('c2', 'one\n'));
    expect(told?.call).toBeNull();
    if (told === null) return;
    const heard = parseReport(printReport(told, hasher), { hasher, agent: 'qwen-code', now: 2000 });
    expect(heard?.events).toMatchObject([
      { kind: 'read', call: 'c1', via: 'hook' },
      { kind: 'read', call: 'c2', via: 'hook' },
    ]);
  });

  it('credits nothing for a stub, or for words that other hooks and the agent added', () => {
    const stub = read(
      'c1',
      '[File a.ts unchanged since last read in this session — …]',
      {},
      {
        result_display: 'Unchanged: a.ts',
      },
    );
    expect(batch(stub)?.events).toMatchObject([{ outcome: 'unchanged', returned: [] }]);
    const noted = read('c1', 'one\n\n\n[Agent Read Coverage] Line 1 of a.ts is unchanged.');
    expect(batch(noted)?.events).toMatchObject([{ returned: [[1, 1]], totalLines: null }]);
  });

  it('leaves to the transcript what a person broke off, and answers that are none', () => {
    expect(batch(read('c1', 'one\n', { status: 'cancelled' }))?.events).toEqual([]);
    expect(batch(read('c1', 'one\n', { tool_call_id: 'c2' }))?.events).toEqual([]);
    expect(batch(read('c1', 'one\n', {}, { response_parts: [] }))?.events).toEqual([]);
  });

  it('tells a call that was refused', () => {
    const refused = read(
      'c1',
      '',
      { status: 'error' },
      {
        response_parts: [
          { functionResponse: { id: 'c1', name: 'read_file', response: { error: 'Stopped by a person.' } } },
        ],
        result_display: undefined,
        error_type: 'execution_denied',
        execution_status: 'not_started',
      },
    );
    expect(batch(refused)?.events).toMatchObject([{ outcome: 'failed', error: 'denied', returned: [] }]);
  });

  it('tells whose call it is, and knows a person only by what was sent', () => {
    expect(report('SubagentStart', { agent_id: 'g-c1' })).toMatchObject({
      moment: 'actor-start',
      actor: 'g-c1',
      events: [{ kind: 'session-start', parent: 'main' }],
    });
    expect(report('UserPromptSubmit', { prompt: 'hi', submitted_prompt: 'hi' })).toMatchObject({
      isPerson: true,
      events: [{ kind: 'prompt' }],
    });
    expect(report('UserPromptSubmit', { prompt: 'hi' })).toMatchObject({ isPerson: false, events: [] });
  });

  it('tells a compaction once it is done', () => {
    expect(report('PreCompact')).toBeNull();
    expect(report('PostCompact')).toMatchObject({
      moment: 'context-lost',
      events: [{ kind: 'context-lost', reason: 'compaction', unseenRestore: true }],
    });
  });

  it('is nothing without what it must name', () => {
    expect(report('Stop')?.moment).toBe('turn-end');
    expect(report('Stop', { session_id: '' })).toBeNull();
    expect(report('Stop', { cwd: 'w' })).toBeNull();
    expect(report('MessageDisplay')).toBeNull();
    expect(batch()).toBeNull();
  });
});
