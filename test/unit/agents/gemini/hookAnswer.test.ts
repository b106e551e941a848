import { describe, expect, it } from 'vitest';
import { hookAnswer } from '../../../../src/agents/gemini/hookAnswer';

const stop = { stop: { reason: 'enough' } };
const HALT = { continue: false, stopReason: 'enough' };
const answer = (hook: string, tool: string, verdict: object) =>
  hookAnswer({ hook_event_name: hook, tool_name: tool }, verdict);

describe('an answer to Gemini CLI', () => {
  it('ends the run before a call of any tool', () => {
    for (const tool of ['read_file', 'replace', 'run_shell_command', 'mcp_fs_read_file', '']) {
      expect(answer('BeforeTool', tool, stop)).toEqual(HALT);
    }
  });

  it('ends it after a call that only looked, and never takes away the answer of one that changed something', () => {
    for (const tool of ['read_file', 'grep_search']) expect(answer('AfterTool', tool, stop)).toEqual(HALT);
    for (const tool of ['replace', 'write_file', 'run_shell_command', 'invoke_agent', 'mcp_fs_read_file']) {
      expect(answer('AfterTool', tool, stop)).toBeNull();
    }
  });

  it('refuses one call', () => {
    const denial = { deny: { reason: 'known' } };
    expect(answer('BeforeTool', 'read_file', denial)).toEqual({ decision: 'deny', reason: 'known' });
    expect(answer('AfterTool', 'read_file', denial)).toBeNull();
  });

  it('adds no words, as nobody knows whose context they would come into', () => {
    expect(answer('AfterTool', 'read_file', { context: 'you have it' })).toBeNull();
  });

  it('says nothing where there is nothing to say, or nobody to hear it', () => {
    for (const hook of ['BeforeTool', 'AfterTool']) expect(answer(hook, 'read_file', {})).toBeNull();
    for (const hook of ['BeforeAgent', 'AfterAgent', 'SessionStart', 'SessionEnd', 'PreCompress', '']) {
      expect(answer(hook, 'read_file', stop)).toBeNull();
    }
  });
});
