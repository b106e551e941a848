import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/agents/adapter';
import { clineDialect } from '../../../../src/agents/cline/hookDialect';
import { clineHookEvents } from '../../../../src/agents/cline/hookEvents';
import { hookReport } from '../../../../src/agents/hooks/dialects';
import type { HookVerdict } from '../../../../src/agents/hooks/report';
import { LineHasher } from '../../../../src/text/lineHash';

const hasher = new LineHasher([3, 5]);
const hooks = { dialect: clineDialect, events: clineHookEvents };
const base = {
  clineVersion: '',
  timestamp: '2026-11-30T08:31:16.319Z',
  taskId: 'conv_1796027475720_a',
  sessionContext: { rootSessionId: '1796027475232_ica3p' },
  workspaceRoots: ['/repository'],
  agent_id: 'agent_1796027475536_40rs64',
  parent_agent_id: null,
};
/** Made after the session: a teammate, or an agent that took the session up again. */
const other = { agent_id: 'agent_1796027499999_xxxxxx' };
const sub = { agent_id: 'agent_1796027487864_i1', parent_agent_id: 'agent_1796027475536_40rs64' };
const report = (payload: object, hook: string | undefined = '/ws') =>
  hookReport(hooks, { ...base, ...payload }, { hasher, time: 7, ...(hook === '' ? {} : { hook }) });
const read = (path: string, result: string, rest: object = {}, range: object = {}) =>
  report({
    hookName: 'tool_result',
    tool_result: {
      id: 'c1',
      name: 'read_files',
      input: { files: [{ path, ...range }] },
      output: [{ query: path, result, success: true }],
    },
    ...rest,
  })?.events;
const answer = (payload: object, verdict: HookVerdict) => {
  const whole: JsonObject = { ...base, ...payload };
  const frame = clineDialect.frame(whole, '/ws', 7);
  return frame && clineDialect.answer(whole, frame, verdict);
};

describe('a hook of Cline', () => {
  it('resolves names by the folder that it ran in, not by the repository around it', () => {
    expect(read('a.ts', '1 | alpha')).toMatchObject([
      { kind: 'read', path: '/ws/a.ts', call: 'c1', returned: [[1, 1]], source: 'cline', actor: 'main' },
    ]);
    expect(report({ hookName: 'agent_start' })?.cwd).toBe('/ws');
    expect(report({ hookName: 'agent_start' }, '')?.cwd).toBe('/repository');
  });

  it('credits nothing where the agent may be one of a team', () => {
    expect(read('/ws/a.ts', '1 | alpha', other)).toEqual([]);
    expect(read('/ws/a.ts', '1 | alpha', { agent_id: 'lead' })).toEqual([]);
    expect(report({ hookName: 'agent_start', ...other })).toMatchObject({
      moment: 'session-start',
      isPerson: false,
    });
    for (const hookName of ['agent_end', 'agent_abort', 'session_shutdown', 'prompt_submit'])
      expect(report({ hookName, ...other })).toBeNull();
  });

  it('credits a subagent with what it read', () => {
    expect(read('/ws/a.ts', '1 | alpha', sub)).toMatchObject([
      { actor: 'agent_1796027487864_i1', returned: [[1, 1]] },
    ]);
    expect(report({ hookName: 'prompt_submit', ...sub })).toBeNull();
  });

  it('takes the start of a run for the word of a person', () => {
    const start = report({ hookName: 'agent_start' });
    expect(start).toMatchObject({ moment: 'prompt', isPerson: true });
    expect(start?.events).toMatchObject([{ kind: 'session-start', cwd: '/ws' }, { kind: 'prompt' }]);
  });

  it('is over for now, and not for good, when its run was aborted', () => {
    expect(report({ hookName: 'session_shutdown' })).toMatchObject({ moment: 'turn-end', events: [] });
  });

  it('leaves the tools that it does not know to the record', () => {
    const tool_result = { id: 'c1', name: 'filesystem__read_text_file', input: {}, output: 'alpha' };
    expect(report({ hookName: 'tool_result', tool_result })?.events).toEqual([]);
  });

  it('is answered before a call only, as a refusal ends the run', () => {
    const call = { hookName: 'tool_call', tool_call: { id: 'c1', name: 'read_files', input: {} } };
    const ended = { hookName: 'tool_result', tool_result: { id: 'c1', name: 'read_files', input: {} } };
    const stop = { reason: 'enough' };
    expect(answer(call, { stop })).toEqual({ cancel: true, errorMessage: 'enough' });
    expect(answer(ended, { stop })).toBeNull();
    expect(answer(call, { deny: stop })).toBeNull();
    expect(report(call)?.reading).toBeNull();
    expect(answer(ended, { context: 'You have it.' })).toEqual({
      cancel: false,
      contextModification: 'You have it.',
    });
    expect(answer(call, { context: 'You have it.' })).toBeNull();
  });

  it('of an extension from before 2026 stops, and tells of no call, since it does not name it', () => {
    const old = { clineVersion: '3.40.0', taskId: '1764491476000', sessionContext: undefined };
    const call = { ...old, hookName: 'PreToolUse', preToolUse: { toolName: 'read_file', parameters: {} } };
    expect(report(call)).toMatchObject({ moment: 'before-call', session: '1764491476000', call: null });
    expect(answer(call, { stop: { reason: 'enough' } })).toEqual({ cancel: true, errorMessage: 'enough' });
    expect(report({ ...old, hookName: 'PostToolUse', postToolUse: { toolName: 'read_file' } })).toBeNull();
    expect(report({ ...old, hookName: 'UserPromptSubmit' })).toMatchObject({ isPerson: true });
  });

  it('throws at nothing', () => {
    const names = fc.constantFrom(
      'tool_call',
      'tool_result',
      'agent_start',
      'prompt_submit',
      '__proto__',
      '',
    );
    const tools = fc.constantFrom('read_files', 'editor', 'run_commands', 'apply_patch', 'search_codebase');
    const told = fc.record({ id: fc.string(), name: tools, input: fc.jsonValue(), output: fc.jsonValue() });
    const payload = fc.record({ hookName: names, tool_result: fc.oneof(told, fc.jsonValue()) });
    fc.assert(
      fc.property(payload, fc.jsonValue(), (some, context) => {
        expect(() => report(some)).not.toThrow();
        expect(() => report({ ...some, sessionContext: context, workspaceRoots: context })).not.toThrow();
        expect(() => answer(some, { stop: { reason: 'x' } })).not.toThrow();
      }),
    );
  });
});
