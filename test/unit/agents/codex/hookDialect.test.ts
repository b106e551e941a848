import { describe, expect, it } from 'vitest';
import { codexDialect } from '../../../../src/agents/codex/hookDialect';

const payload = (over: object = {}) => ({
  session_id: 's1',
  turn_id: 't1',
  transcript_path: '/home/me/.codex/sessions/2026/01/02/rollout-2026-01-02T03-04-05-s1.jsonl',
  cwd: '/ws',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'cat a.ts' },
  tool_use_id: 'call_1',
  ...over,
});
const frame = (over: object = {}) => codexDialect.frame(payload(over), undefined, 7);

/** The answer to a hook. */
function answer(over: object, verdict: object) {
  const asked = frame(over);
  return asked && codexDialect.answer(payload(over), asked, verdict);
}

describe('hooks of Codex', () => {
  it('say before a call which it is, and whose', () => {
    expect(frame()).toEqual({
      moment: 'before-call',
      session: 's1',
      actor: 'main',
      cwd: '/ws',
      transcript: '/home/me/.codex/sessions/2026/01/02/rollout-2026-01-02T03-04-05-s1.jsonl',
      time: 7,
      call: 'call_1',
      isPerson: false,
      reading: null,
    });
    expect(frame({ agent_id: 'a1' })).toMatchObject({ actor: 'a1' });
  });

  it('have no record of the calls that a script makes', () => {
    expect(frame({ tool_use_id: 'exec-0c9d4e54-2791-49b1-be24-cdb53f82ded3' })).toMatchObject({ call: null });
  });

  it('tell nothing after a call', () => {
    expect(frame({ hook_event_name: 'PostToolUse', tool_response: 'one\n' })).toBeNull();
  });

  it('know a session that keeps no transcript', () => {
    expect(frame({ transcript_path: null })).toMatchObject({ transcript: null });
  });

  it('do not take a session that goes on after a compaction for a new one', () => {
    expect(frame({ hook_event_name: 'SessionStart', source: 'resume' })?.moment).toBe('session-start');
    expect(frame({ hook_event_name: 'SessionStart', source: 'compact' })).toBeNull();
  });

  it.each([
    { session_id: '' },
    { session_id: 7 },
    { cwd: 'ws' },
    { cwd: null },
    { hook_event_name: 'constructor' },
    { hook_event_name: undefined },
  ])('tell nothing with %o', (over) => {
    expect(frame(over)).toBeNull();
  });

  it('are told from those of others', () => {
    expect(codexDialect.recognises(payload())).toBe(true);
    for (const other of [
      { timestamp: 'now' },
      { hookEventName: 'PreToolUse' },
      { conversation_id: 'c' },
      { hook_event_name: 'preToolUse' },
      { session_id: undefined },
    ])
      expect(codexDialect.recognises(payload(other))).toBe(false);
  });
});

describe('an answer to Codex', () => {
  const denial = (reason: string) => ({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  });

  it('stops by refusing the call, and tells the model to stop by itself', () => {
    const refused = answer({}, { stop: { reason: 'Enough.' } });
    expect(refused).toEqual(denial(expect.stringMatching(/^Enough\. Stop now .*[^.]$/) as string));
    // A run goes on whatever else is said, and an answer after a call takes the place of its result.
    expect(refused).not.toHaveProperty('continue');
  });

  it('refuses one call for its own reason only', () => {
    expect(answer({}, { deny: { reason: 'You have it.' } })).toEqual(denial('You have it'));
  });

  it('says nothing where nobody heeds it', () => {
    const stop = { stop: { reason: 'Enough.' }, context: 'c' };
    for (const hook of [
      'SessionStart',
      'UserPromptSubmit',
      'PostCompact',
      'SubagentStop',
      'Stop',
      'SessionEnd',
    ])
      expect(answer({ hook_event_name: hook }, stop)).toBeNull();
    expect(answer({}, { context: 'c' })).toBeNull();
    expect(answer({}, {})).toBeNull();
  });
});
