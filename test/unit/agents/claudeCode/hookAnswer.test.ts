import { describe, expect, it } from 'vitest';
import { hookAnswer } from '../../../../src/agents/claudeCode/hookAnswer';

const stop = { stop: { reason: 'enough' } };
const answer = (hook: string, verdict: object) => hookAnswer({ hook_event_name: hook }, verdict);

describe('an answer to Claude Code', () => {
  it('stops before a call by halting and by denying it', () => {
    expect(answer('PreToolUse', stop)).toEqual({
      continue: false,
      stopReason: 'enough',
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'enough',
      },
    });
  });

  it('stops after a call, and before a prompt is taken, by halting', () => {
    for (const hook of ['PostToolUse', 'UserPromptSubmit']) {
      expect(answer(hook, { ...stop, context: 'c' })).toEqual({ continue: false, stopReason: 'enough' });
    }
  });

  it('denies one call, and lets the run go on', () => {
    expect(answer('PreToolUse', { deny: { reason: 'known' } })).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'known',
      },
    });
    expect(answer('PostToolUse', { deny: { reason: 'known' } })).toBeNull();
  });

  it('adds a sentence after a call only', () => {
    expect(answer('PostToolUse', { context: 'you have it' })).toEqual({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'you have it' },
    });
    expect(answer('PreToolUse', { context: 'you have it' })).toBeNull();
    expect(answer('UserPromptSubmit', { context: 'you have it' })).toBeNull();
  });

  it('says nothing where there is nothing to say, or nobody to hear it', () => {
    for (const hook of ['PreToolUse', 'PostToolUse', 'UserPromptSubmit']) expect(answer(hook, {})).toBeNull();
    for (const hook of [
      'PostToolUseFailure',
      'Stop',
      'SubagentStop',
      'SessionStart',
      'SessionEnd',
      'PreCompact',
      'PostCompact',
      '',
    ]) {
      expect(answer(hook, stop)).toBeNull();
    }
  });
});
