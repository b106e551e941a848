import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/agents/adapter';
import { cursorDialect } from '../../../../src/agents/cursor/hookDialect';
import { cursorHookEvents } from '../../../../src/agents/cursor/hookEvents';
import { hookReport } from '../../../../src/agents/hooks/dialects';
import { agentOfPayload } from '../../../../src/agents/hooks/payloadKind';
import type { HookVerdict } from '../../../../src/agents/hooks/report';
import { LineHasher } from '../../../../src/text/lineHash';

const hasher = new LineHasher([3, 5]);
const hooks = { dialect: cursorDialect, events: cursorHookEvents };
const base = {
  conversation_id: 'b60ae0c1-2f85-4c4d-b3e5-b512f9b06e4c',
  generation_id: '490f90b7-a2a9-4c14-8d1e-b512f9b06e4c',
  model: 'composer-2-fast',
  cursor_version: '3.18.25',
  workspace_roots: ['/ws'],
  user_email: null,
  transcript_path: '/home/dev/.cursor/projects/ws/agent-transcripts/b60ae0c1/b60ae0c1.jsonl',
};
const whole = (payload: object): JsonObject => ({ ...base, ...payload });
const report = (payload: object) => hookReport(hooks, whole(payload), { hasher, time: 7 });
const ended = (tool_name: string, tool_input: object, output: unknown, rest: object = {}) =>
  report({
    hook_event_name: 'postToolUse',
    tool_name,
    tool_input,
    tool_output: typeof output === 'string' ? output : JSON.stringify(output),
    tool_use_id: 'u1',
    duration: 5,
    cwd: '',
    ...rest,
  })?.events ?? [];
const read = (input: object, output: unknown) => ended('Read', { path: '/ws/a.ts', ...input }, output)[0];
const answer = (payload: object, verdict: HookVerdict) => {
  const frame = cursorDialect.frame(whole(payload), undefined, 7);
  return frame && cursorDialect.answer(whole(payload), frame, verdict);
};

describe('a read that a hook of Cursor tells', () => {
  it('has its lines, with the one that is only counted left out', () => {
    const event = read({}, { contents: 'alpha\nbeta\n', totalLinesInFile: 3 });
    expect(event).toMatchObject({
      kind: 'read',
      source: 'cursor',
      session: base.conversation_id,
      call: 'u1',
      time: 7,
      outcome: 'complete',
      returned: [[1, 2]],
      totalLines: 2,
      agentTotal: 3,
      lineHashes: hasher.each(['alpha', 'beta']),
    });
    expect(JSON.stringify(event)).not.toContain('alpha');
    expect(read({}, { contents: 'alpha\nbeta', totalLinesInFile: 2 })).toMatchObject({
      returned: [[1, 2]],
      totalLines: 2,
    });
  });

  it('has the part that was asked for', () => {
    expect(read({ offset: 5, limit: 2 }, { contents: 'five\nsix', totalLinesInFile: 90 })).toMatchObject({
      returned: [[5, 6]],
      totalLines: null,
      requested: { start: 5, end: 6 },
    });
    expect(read({ offset: 9, limit: 50 }, { contents: 'nine\nten\n', totalLinesInFile: 11 })).toMatchObject({
      returned: [[9, 10]],
      totalLines: 10,
    });
  });

  it('has no lines where they are not exactly as many as the request asks of such a file', () => {
    const others: readonly [object, unknown][] = [
      [{}, { contents: 'alpha\nbeta', totalLinesInFile: 90 }],
      [{}, { contents: '', totalLinesInFile: 1 }],
      [
        { offset: 5, limit: 1 },
        { contents: '', totalLinesInFile: 90 },
      ],
      [{ offset: -5 }, { contents: 'a\nb\nc\nd\ne', totalLinesInFile: 5 }],
      [
        { offset: '2', limit: 1 },
        { contents: 'a', totalLinesInFile: 1 },
      ],
      [{}, { contents: 'alpha' }],
      [{}, { content: 'alpha', totalLinesInFile: 1 }],
      [{}, 'alpha'],
      [{ path: '/ws/a.ipynb' }, { contents: 'alpha', totalLinesInFile: 1 }],
    ];
    for (const [input, output] of others)
      expect(read(input, output)).toMatchObject({ returned: [], outcome: 'unknown-range' });
  });

  it('has no file where the name is not whole, and no event where the call is not named', () => {
    const output = { contents: 'alpha', totalLinesInFile: 1 };
    expect(ended('Read', { path: 'a.ts' }, output)).toEqual([]);
    expect(ended('Read', { path: '/ws/a.ts' }, output, { tool_use_id: undefined })).toEqual([]);
  });

  it('failed or was refused', () => {
    const broken = (failure_type: string) =>
      ended('Read', { path: '/ws/a.ts' }, '', {
        hook_event_name: 'postToolUseFailure',
        error_message: 'File not found',
        failure_type,
      });
    expect(broken('error')).toMatchObject([{ kind: 'read', outcome: 'failed', error: 'not-found' }]);
    expect(broken('permission_denied')).toEqual([]);
  });
});

describe('a hook of Cursor', () => {
  it('credits no output of a command, since what of it the model gets is not known', () => {
    const output = { output: 'alpha\nbeta\n', exitCode: 0 };
    expect(ended('Shell', { command: 'cat /ws/a.ts', cwd: '' }, output)).toMatchObject([
      { kind: 'read', form: 'shell', returned: [], outcome: 'unknown-range' },
    ]);
  });

  it('tells changes', () => {
    expect(ended('Write', { path: '/ws/a.ts' }, {})).toMatchObject([
      { kind: 'edit', path: '/ws/a.ts', outcome: 'ok', call: 'u1' },
    ]);
  });

  it('tells the other moments', () => {
    const moments = ['sessionStart', 'beforeSubmitPrompt', 'preCompact', 'stop', 'sessionEnd', 'PreToolUse'];
    expect(moments.map((hook_event_name) => report({ hook_event_name })?.moment)).toEqual([
      'session-start',
      'prompt',
      'context-lost',
      'turn-end',
      'session-end',
      'before-call',
    ]);
    expect(report({ hook_event_name: 'afterAgentThought' })).toBeNull();
    expect(report({ hook_event_name: 'stop', workspace_roots: [] })).toBeNull();
    expect(report({ hook_event_name: 'stop', workspace_roots: ['/c:/ws'] })?.cwd).toBe('c:/ws');
  });

  it('says before a read what it will ask for', () => {
    const call = { hook_event_name: 'preToolUse', tool_use_id: 'u1', tool_name: 'Read' };
    const tool_input = { path: '/ws/a.ts', offset: 3, limit: 2 };
    expect(report({ ...call, tool_input })).toMatchObject({
      call: 'u1',
      reading: { path: '/ws/a.ts', requested: { start: 3, end: 4 } },
      events: [],
    });
  });

  it('is answered with a refusal, which is all that it heeds', () => {
    const stop = { reason: 'Enough.' };
    expect(answer({ hook_event_name: 'preToolUse' }, { stop })).toMatchObject({
      permission: 'deny',
      agent_message: expect.stringMatching(/^Enough\. Stop now/),
    });
    expect(answer({ hook_event_name: 'beforeReadFile' }, { deny: stop })).toEqual({
      permission: 'deny',
      user_message: 'Enough.',
    });
    expect(answer({ hook_event_name: 'PreToolUse' }, { deny: stop })).toMatchObject({
      permission: 'deny',
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' },
    });
    expect(answer({ hook_event_name: 'postToolUse' }, { stop })).toBeNull();
    expect(answer({ hook_event_name: 'postToolUse' }, { context: 'You have it.' })).toEqual({
      additional_context: 'You have it.',
    });
    expect(answer({ hook_event_name: 'stop' }, { stop })).toBeNull();
  });

  it('is known under the settings of Claude Code too', () => {
    const payload = whole({ hook_event_name: 'sessionStart' });
    expect(agentOfPayload('claude-code', payload)).toBe('cursor');
    expect(cursorDialect.recognises(payload)).toBe(true);
    expect(cursorDialect.recognises({ hook_event_name: 'PreToolUse', session_id: 's' })).toBe(false);
  });

  it('throws at nothing', () => {
    const names = fc.constantFrom('preToolUse', 'postToolUse', 'postToolUseFailure', '__proto__', '');
    const tools = fc.constantFrom('Read', 'Shell', 'Write', 'ApplyPatch', 'Grep', 'Delete');
    const payload = fc.record({
      hook_event_name: names,
      tool_name: tools,
      tool_use_id: fc.string(),
      tool_input: fc.jsonValue(),
      tool_output: fc.oneof(fc.json(), fc.string()),
      workspace_roots: fc.oneof(fc.constant(['/ws']), fc.jsonValue()),
    });
    fc.assert(
      fc.property(payload, (some) => {
        expect(() => report(some)).not.toThrow();
        expect(() => answer(some, { stop: { reason: 'x' } })).not.toThrow();
      }),
    );
  });
});
