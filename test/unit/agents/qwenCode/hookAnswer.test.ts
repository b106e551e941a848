import { describe, expect, it } from 'vitest';
import { hookAnswer } from '../../../../src/agents/qwenCode/hookAnswer';

const stop = { stop: { reason: 'enough' } };
const refusal = (reason: string) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
  },
});
const answer = (hook: string, verdict: object, more: object = {}) =>
  hookAnswer({ hook_event_name: hook, ...more }, verdict);

describe('an answer to Qwen Code', () => {
  it('refuses a call, for a stop as for a read of what is known', () => {
    expect(answer('PreToolUse', stop)).toEqual(refusal('enough'));
    expect(answer('PreToolUse', { deny: { reason: 'known' } })).toEqual(refusal('known'));
  });

  it('ends the run before the model is asked again', () => {
    expect(answer('UserPromptSubmit', stop, { prompt: '' })).toEqual({ decision: 'block', reason: 'enough' });
  });

  it('lets pass what a person says, also where the agent does not say that it was one', () => {
    expect(answer('UserPromptSubmit', stop, { prompt: 'go on', submitted_prompt: 'go on' })).toBeNull();
    expect(answer('UserPromptSubmit', stop, { prompt: 'go on' })).toBeNull();
    expect(answer('UserPromptSubmit', stop, { prompt: '', submitted_prompt: 'go on' })).toBeNull();
  });

  it('leaves what came back for calls as it is', () => {
    for (const hook of ['PostToolUse', 'PostToolUseFailure', 'PostToolBatch']) {
      expect(answer(hook, stop)).toBeNull();
      expect(answer(hook, { ...stop, context: 'you have it' })).toBeNull();
    }
  });

  it('adds one line that can be told from those of a file', () => {
    expect(answer('PostToolBatch', { context: 'you\nhave it' })).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PostToolBatch',
        additionalContext: '[Agent Read Coverage] you have it',
      },
    });
    for (const hook of ['PreToolUse', 'UserPromptSubmit', 'Stop']) {
      expect(answer(hook, { context: 'you have it' })).toBeNull();
    }
  });

  it('says nothing where there is nothing to say, or nobody to hear it', () => {
    for (const hook of ['PreToolUse', 'PostToolBatch', 'UserPromptSubmit'])
      expect(answer(hook, {})).toBeNull();
    for (const hook of ['Stop', 'SubagentStop', 'SessionStart', 'SessionEnd', 'PostCompact', '']) {
      expect(answer(hook, stop)).toBeNull();
    }
  });
});
