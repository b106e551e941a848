import { describe, expect, it } from 'vitest';
import { copilotCliDialect } from '../../../../src/agents/copilotCli/hookDialect';

const own = (over: object = {}) => ({
  sessionId: 's1',
  timestamp: 1_796_027_579_329,
  cwd: '/ws',
  toolName: 'view',
  toolArgs: { path: '/ws/a.ts' },
  ...over,
});
const other = (over: object = {}) => ({
  hook_event_name: 'PreToolUse',
  session_id: 's1',
  timestamp: '2026-11-30T17:05:48.503Z',
  cwd: '/ws',
  tool_name: 'Read',
  tool_input: { path: '/ws/a.ts' },
  ...over,
});
const frame = (payload: object, hook?: string) =>
  copilotCliDialect.frame(payload as Record<string, unknown>, hook, 7);

describe('hooks of Copilot CLI', () => {
  const before = {
    moment: 'before-call',
    session: 's1',
    actor: 'main',
    cwd: '/ws',
    transcript: null,
    time: 7,
    call: null,
    isPerson: false,
    reading: null,
  };

  it('are named by the settings, or by the payload', () => {
    expect(frame(own(), 'preToolUse')).toEqual(before);
    expect(frame(other())).toEqual(before);
    // The payload knows better.
    expect(frame(other(), 'sessionEnd')).toEqual(before);
    expect(frame(own())).toBeNull();
  });

  it('tell nothing after a call, nor before a compaction', () => {
    for (const hook of [
      'postToolUse',
      'PostToolUse',
      'postToolUseFailure',
      'preCompact',
      'permissionRequest',
    ])
      expect(frame(own(), hook)).toBeNull();
  });

  it('name the session of a subagent in either way', () => {
    const subagent = { agentId: 'a1', parentAgentId: 's1' };
    expect(frame(own({ ...subagent, sessionId: 'a1' }), 'preToolUse')).toMatchObject({
      session: 's1',
      actor: 'a1',
    });
    expect(frame(own(subagent), 'subagentStop')).toMatchObject({ session: 's1', actor: 'a1' });
    expect(frame(own({ agentId: 'a1', sessionId: 'a1' }), 'preToolUse')).toBeNull();
  });

  it('know what ends', () => {
    expect(frame(own(), 'agentStop')?.moment).toBe('turn-end');
    expect(frame(own({ agentId: 'a1' }), 'agentStop')?.moment).toBe('actor-end');
  });

  it.each([{ sessionId: '' }, { sessionId: 7 }, { cwd: 'ws' }, { cwd: undefined }])(
    'tell nothing with %o',
    (over) => {
      expect(frame(own(over), 'preToolUse')).toBeNull();
    },
  );

  it('tell nothing of a hook that is not known', () => {
    for (const hook of ['constructor', 'errorOccurred', '']) expect(frame(own(), hook)).toBeNull();
  });

  it('are told from those of VS Code, which reads the same settings, and of others', () => {
    expect(copilotCliDialect.recognises(own())).toBe(true);
    expect(copilotCliDialect.recognises(other())).toBe(true);
    for (const not of [
      own({ hookEventName: 'PreToolUse' }),
      own({ timestamp: undefined }),
      other({ permission_mode: 'default' }),
      other({ turn_id: 't' }),
      other({ session_id: undefined }),
    ])
      expect(copilotCliDialect.recognises(not)).toBe(false);
  });
});

describe('an answer to Copilot CLI', () => {
  const answer = (hook: string, verdict: object) => {
    const asked = frame(own(), hook);
    return asked && copilotCliDialect.answer(own(), asked, verdict);
  };

  it('stops by refusing the call, and tells the model to stop by itself', () => {
    expect(answer('preToolUse', { stop: { reason: 'Enough.' } })).toEqual({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringMatching(/^Enough\. Stop now/),
    });
  });

  it('refuses one call for its own reason only', () => {
    expect(answer('preToolUse', { deny: { reason: 'You have it.' } })).toEqual({
      permissionDecision: 'deny',
      permissionDecisionReason: 'You have it.',
    });
  });

  it('says nothing where nobody heeds it', () => {
    for (const hook of ['sessionStart', 'userPromptSubmitted', 'subagentStop', 'agentStop', 'sessionEnd'])
      expect(answer(hook, { stop: { reason: 'Enough.' }, context: 'c' })).toBeNull();
    expect(answer('preToolUse', { context: 'c' })).toBeNull();
    expect(answer('preToolUse', {})).toBeNull();
  });
});
