import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/agents/adapter';
import { hookReport } from '../../../../src/agents/hooks/dialects';
import { agentOfPayload } from '../../../../src/agents/hooks/payloadKind';
import type { HookVerdict } from '../../../../src/agents/hooks/report';
import { vscodeChatDialect } from '../../../../src/agents/vscodeChat/hookDialect';
import { vscodeChatHookEvents } from '../../../../src/agents/vscodeChat/hookEvents';
import { LineHasher } from '../../../../src/text/lineHash';

const hasher = new LineHasher([3, 5]);
const hooks = { dialect: vscodeChatDialect, events: vscodeChatHookEvents };
const TRANSCRIPT =
  '/home/dev/.config/Code/User/workspaceStorage/0a1b/GitHub.copilot-chat/transcripts/s1.jsonl';
const base = { timestamp: '2026-03-29T10:00:00.000Z', cwd: '/ws', transcript_path: TRANSCRIPT };
/** As the source of the extension has it. */
const named = (hook: string) => ({ ...base, hook_event_name: hook, session_id: 's1' });
/** As the documentation has it. */
const documented = (hook: string) => ({ ...base, hookEventName: hook, sessionId: 's1' });
const call = { tool_name: 'read_file', tool_use_id: 'call_1__vscode-1774778400000' };
const input = { filePath: '/ws/a.ts', startLine: 3, endLine: 5 };
/** What an answer in a record would be credited for. */
const ANSWER = 'File: `/ws/a.ts`. Lines 3 to 5 (90 lines total): \n```ts\nthree\nfour\nfive\n```';
const report = (payload: JsonObject, hook?: string) =>
  hookReport(hooks, payload, { hasher, time: 7, ...(hook === undefined ? {} : { hook }) });
const answer = (payload: JsonObject, verdict: HookVerdict) => {
  const frame = vscodeChatDialect.frame(payload, undefined, 7);
  return frame && vscodeChatDialect.answer(payload, frame, verdict);
};

describe.each([named, documented])("a hook of VS Code's own agent, named in way %#", (hook) => {
  const before = { ...hook('PreToolUse'), ...call, tool_input: input };
  const after = { ...hook('PostToolUse'), ...call, tool_input: input, tool_response: ANSWER };

  it('says before a read what it will ask for, by the call as the record names it', () => {
    expect(report(before)).toMatchObject({
      moment: 'before-call',
      session: 's1',
      actor: 'main',
      cwd: '/ws',
      transcript: TRANSCRIPT,
      call: 'call_1',
      reading: { path: '/ws/a.ts', requested: { start: 3, end: 5 } },
      events: [],
    });
  });

  it('tells that a file was read, and not which lines the model was given', () => {
    expect(report(after)?.events).toMatchObject([
      { kind: 'read', path: '/ws/a.ts', call: 'call_1', outcome: 'unknown-range', returned: [] },
    ]);
  });

  it('tells the other moments', () => {
    const moments = ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'Stop'];
    expect(moments.map((name) => report(hook(name))?.moment)).toEqual([
      'session-start',
      'prompt',
      'context-lost',
      'turn-end',
    ]);
    expect(report(hook('SubagentStart'))).toBeNull();
    const { tool_use_id: _, ...nameless } = before;
    expect(report(nameless)).toBeNull();
  });

  it('is known under the settings of others', () => {
    for (const agent of ['claude-code', 'copilot-cli', 'vscode-chat']) {
      expect(agentOfPayload(agent, before)).toBe('vscode-chat');
      expect(vscodeChatDialect.recognises(before)).toBe(true);
    }
  });
});

describe("VS Code's own agent", () => {
  const before = { ...named('PreToolUse'), ...call, tool_input: input };

  it('is answered before a call with both ways of saying no, and after it only for the model', () => {
    const stop = { reason: 'enough' };
    const denied = {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'enough',
    };
    expect(answer(before, { stop })).toEqual({
      continue: false,
      stopReason: 'enough',
      hookSpecificOutput: denied,
    });
    expect(answer(before, { deny: stop })).toEqual({ hookSpecificOutput: denied });
    const after = { ...named('PostToolUse'), ...call, tool_input: input };
    expect(answer(after, { stop })).toBeNull();
    expect(answer(after, { context: 'You have it.' })).toEqual({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'You have it.' },
    });
    expect(answer(named('UserPromptSubmit'), { stop })).toBeNull();
  });

  it('works in the folder that its hook ran in, where it names none', () => {
    const { cwd: _, ...homeless } = before;
    expect(report(homeless)).toBeNull();
    expect(report(homeless, '/ws')?.cwd).toBe('/ws');
  });

  it('is not taken for what reads the same files of hooks', () => {
    const { transcript_path: _, ...rest } = named('SessionStart');
    for (const payload of [
      { ...rest },
      { ...rest, transcript_path: '/home/dev/.copilot/session-state/s1/events.jsonl' },
      { session_id: 's1', hook_event_name: 'PreToolUse', cwd: '/ws', ...call, tool_input: input },
      { sessionId: 's1', timestamp: 1774778400000, cwd: '/ws', toolName: 'view', toolArgs: '{}' },
    ]) {
      expect(vscodeChatDialect.recognises(payload)).toBe(false);
      expect(agentOfPayload('copilot-cli', payload)).toBe('copilot-cli');
    }
    expect(vscodeChatDialect.recognises({ ...before, transcript_path: '', conversation_id: 'c' })).toBe(
      false,
    );
  });

  it('throws at nothing', () => {
    const payload = fc.record({
      hook_event_name: fc.constantFrom('PreToolUse', 'PostToolUse', 'Stop', '__proto__'),
      session_id: fc.string(),
      tool_name: fc.constantFrom(
        'read_file',
        'apply_patch',
        'run_in_terminal',
        'multi_replace_string_in_file',
      ),
      tool_use_id: fc.string(),
      tool_input: fc.jsonValue(),
      cwd: fc.constant('/ws'),
    });
    fc.assert(
      fc.property(payload, (some) => {
        expect(() => report({ ...some })).not.toThrow();
        expect(() => answer({ ...some }, { stop: { reason: 'x' } })).not.toThrow();
      }),
    );
  });
});
