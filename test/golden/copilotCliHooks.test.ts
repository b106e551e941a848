import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/agents/adapter';
import { copilotCliDialect } from '../../src/agents/copilotCli/hookDialect';
import { copilotCliHookEvents } from '../../src/agents/copilotCli/hookEvents';
import { hookReport } from '../../src/agents/hooks/dialects';
import type { HookReport } from '../../src/agents/hooks/report';
import { field } from '../../src/agents/json';
import { LineHasher } from '../../src/text/lineHash';
import { MAIN_ACTOR } from '../../src/tracker/event';
import { hookPayloads, truth } from './support/capture';
import { captureEvents } from './support/captureSuite';
import { captureOf } from './support/captures';
import { byRecordAndLive } from './support/live';

const hasher = new LineHasher([11, 13]);
const HOOKS = { dialect: copilotCliDialect, events: copilotCliHookEvents };
const SUB = '389c53af-b924-413c-b0a5-153f015abf6e';

/** The hook that a payload came from, by what it holds: the settings say it to the companion. */
function hookOf(payload: JsonObject): string {
  const signs = [
    ['hookName', 'permissionRequest'],
    ['initialPrompt', 'sessionStart'],
    ['prompt', 'userPromptSubmitted'],
    ['toolResult', 'postToolUse'],
    ['error', 'postToolUseFailure'],
    ['toolName', 'preToolUse'],
    ['trigger', 'preCompact'],
    ['reason', 'sessionEnd'],
    ['response', 'subagentStop'],
    ['stopReason', 'agentStop'],
    ['agentName', 'subagentStart'],
  ] as const;
  return signs.find(([sign]) => Object.hasOwn(payload, sign))?.[1] ?? '';
}

/** The payload as it is where the settings name the hook as Claude Code does. */
function inOtherNames(payload: JsonObject): JsonObject {
  const events: Readonly<Record<string, string>> = {
    agentStop: 'Stop',
    userPromptSubmitted: 'UserPromptSubmit',
  };
  const hook = hookOf(payload);
  const other = events[hook] ?? `${hook.slice(0, 1).toUpperCase()}${hook.slice(1)}`;
  const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const renamed = Object.entries(payload).map(([name, value]) => [snake(name), value]);
  return { ...Object.fromEntries(renamed), hook_event_name: other };
}

describe.each(['its own names', 'the names of Claude Code'])('hooks of Copilot CLI, by %s', (names) => {
  const isOwn = names === 'its own names';
  const recorded = hookPayloads('copilot-cli');
  const reports = recorded.flatMap((payload) => {
    const context = { hasher, time: Number(field(payload, 'timestamp')) };
    return (
      (isOwn
        ? hookReport(HOOKS, payload, { ...context, hook: hookOf(payload) })
        : hookReport(HOOKS, inOtherNames(payload), context)) ?? []
    );
  });
  const moments = (moment: HookReport['moment']) => reports.filter((report) => report.moment === moment);
  const record = captureEvents(captureOf('copilot-cli')).sort((a, b) => (a.time ?? 0) - (b.time ?? 0));

  it('are known as its own, by their shape', () => {
    const payloads = isOwn ? recorded : recorded.map(inOtherNames);
    expect(payloads.every((payload) => copilotCliDialect.recognises(payload))).toBe(true);
    for (const capture of ['claude-code', 'codex-direct', 'qwen-code', 'cline'])
      for (const one of hookPayloads(capture)) expect(copilotCliDialect.recognises(one)).toBe(false);
  });

  it('tell before each call whose it is', () => {
    const called = moments('before-call').map(({ actor }) => (actor === MAIN_ACTOR ? 'main' : actor));
    const made = truth('copilot-cli').map(({ conversation }) => (conversation === 'main' ? 'main' : SUB));
    expect(called).toEqual(made);
    expect(new Set(reports.map(({ session }) => session))).toEqual(
      new Set(['49f1b469-7048-4503-827a-d79270c46a3b']),
    );
  });

  it('tell of no call what it gave: the record of the session does', () => {
    const kinds = new Set(reports.flatMap(({ events }) => events.map(({ kind }) => kind)));
    expect(kinds).toEqual(new Set(['session-start', 'prompt', 'session-end']));
    expect(reports.every(({ call, reading }) => call === null && reading === null)).toBe(true);
  });

  it('know persons, subagents and ends', () => {
    expect(moments('session-start')).toHaveLength(1);
    expect(moments('prompt').map(({ isPerson }) => isPerson)).toEqual([true, false]);
    expect(moments('actor-start').map(({ actor }) => actor)).toEqual([SUB]);
    expect(moments('actor-end').map(({ actor }) => actor)).toEqual([SUB, SUB]);
    expect(moments('turn-end').map(({ actor }) => actor)).toEqual([MAIN_ACTOR]);
    expect(moments('session-end')).toHaveLength(1);
  });

  it('change nothing of what the record of the session tells', () => {
    const { live, record: alone } = byRecordAndLive(
      reports.flatMap(({ events }) => events),
      record,
    );
    expect(alone.reads.length).toBeGreaterThan(20);
    expect(live).toEqual(alone);
  });
});
