// Every agent's hooks through the companion's own process: as recorded, heard by a window and answered in their terms.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/agents/adapter';
import { AGENT_HOOKS, hookReport, hooksOf } from '../../../src/agents/hooks/dialects';
import type { HookReport } from '../../../src/agents/hooks/report';
import { hookPayloads } from '../../golden/support/capture';
import { temporaryHome } from '../channel/temporaryHome';
import { hasher, TestWindow } from '../channel/testWindow';
import { runCompanion } from './companion';

const stop = { stop: { reason: 'enough' } };
/** Where the recorded runs were. */
const WORKSPACE = '/home/dev/ws';
/** What the settings of some agents have to say besides the agent, for a call of a tool that is to be made. */
const NAMED: Readonly<Record<string, string>> = { 'copilot-cli': 'preToolUse', cline: WORKSPACE };
const RECORDED: Readonly<Record<string, string>> = {
  'claude-code': 'claude-code',
  cline: 'cline',
  codex: 'codex-direct',
  'copilot-cli': 'copilot-cli',
  gemini: 'gemini',
  'qwen-code': 'qwen-code',
};

/** The first call of a tool that the agent was about to make. */
function firstCall(agent: string): { readonly payload: JsonObject; readonly report: HookReport } {
  for (const payload of hookPayloads(RECORDED[agent] ?? '')) {
    const hooks = hooksOf(agent, payload);
    const hook = NAMED[agent];
    const report =
      hooks && hookReport(hooks, payload, { hasher, time: 1, ...(hook !== undefined && { hook }) });
    if (report?.moment === 'before-call') return { payload, report };
  }
  throw new Error(`${agent} makes no call`);
}

/** Those whose hooks are programs; plugins speak to windows by themselves. */
const AGENTS = AGENT_HOOKS.map(({ dialect }) => dialect).filter(({ agent }) => RECORDED[agent] !== undefined);

describe.each(AGENTS)('the companion of $agent', ({ agent, answer }) => {
  it('tells of a call that is about to be made, and stops it in the agent’s own terms', async () => {
    const home = temporaryHome();
    const window = await TestWindow.open(home, { folders: [WORKSPACE] });
    const { payload, report } = firstCall(agent);
    const input = JSON.stringify(payload);
    const hook = NAMED[agent];
    const run = () => runCompanion({ home, input, agent, ...(hook !== undefined && { hook }) });
    expect(await run()).toEqual({ code: 0, stdout: '', stderr: '' });
    const { moment, session, actor, cwd, call } = report;
    expect(window.heard).toMatchObject([{ moment, session, actor, cwd, call }]);
    window.verdict = stop;
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(answer(payload, report, stop));
    expect(stdout.indexOf('\n')).toBe(stdout.length - 1);
    await expect.poll(() => window.delivered).toBe(1);
  }, 60_000);
});

describe('settings of Claude Code that another agent runs', () => {
  const payload = {
    session_id: 's1',
    transcript_path: '/t.jsonl',
    cwd: '/ws',
    hook_event_name: 'PreToolUse',
    tool_name: 'Read',
    tool_input: { file_path: '/ws/a.ts' },
    tool_use_id: 'c1',
  };
  it.each([
    ['claude-code', payload],
    [
      'cursor',
      {
        ...payload,
        cursor_version: '2.0.0',
        conversation_id: 's1',
        generation_id: 'g1',
        workspace_roots: ['/ws'],
      },
    ],
    ['vscode-chat', { ...payload, timestamp: '2026-11-30T08:00:00.000Z' }],
  ])(
    'tell of that one: %s',
    async (agent, each) => {
      const home = temporaryHome();
      const window = await TestWindow.open(home);
      expect(await runCompanion({ home, input: JSON.stringify(each) })).toMatchObject({
        code: 0,
        stderr: '',
      });
      expect(window.agents).toEqual([agent]);
    },
    60_000,
  );
});
