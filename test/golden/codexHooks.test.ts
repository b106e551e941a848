import { describe, expect, it } from 'vitest';
import { codexDialect } from '../../src/agents/codex/hookDialect';
import { codexHookEvents } from '../../src/agents/codex/hookEvents';
import { hookReport } from '../../src/agents/hooks/dialects';
import { payloadKind } from '../../src/agents/hooks/payloadKind';
import type { HookReport } from '../../src/agents/hooks/report';
import { textField } from '../../src/agents/json';
import { LineHasher } from '../../src/text/lineHash';
import { MAIN_ACTOR } from '../../src/tracker/event';
import { hookPayloads, truth } from './support/capture';
import { captureEvents } from './support/captureSuite';
import { captureOf } from './support/captures';
import { byRecordAndLive } from './support/live';

const hasher = new LineHasher([11, 13]);
const HOOKS = { dialect: codexDialect, events: codexHookEvents };
const SUB = '01a22b82-5c15-7491-9e02-dece36a9e203';

describe.each(['codex-direct', 'codex-cm'])('hooks of %s', (capture) => {
  const payloads = hookPayloads(capture);
  const record = captureEvents(captureOf(capture)).sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
  const timeOf = new Map(record.flatMap(({ call, time }) => (call === null ? [] : [[call, time ?? 0]])));
  let time = record[0]?.time ?? 0;
  const reports = payloads.flatMap((payload) => {
    // Payloads say no time: what comes after a call is later than that call.
    time = timeOf.get(textField(payload, 'tool_use_id') ?? '') ?? time;
    return hookReport(HOOKS, payload, { hasher, time }) ?? [];
  });
  const moments = (moment: HookReport['moment']) => reports.filter((report) => report.moment === moment);

  it('are known as its own, by their shape', () => {
    expect(payloads.every((payload) => codexDialect.recognises(payload))).toBe(true);
    const others = payloads.filter((payload) => payloadKind(payload) === 'claude-code');
    // The one hook without a turn.
    expect(new Set(others.map((payload) => textField(payload, 'hook_event_name')))).toEqual(
      new Set(['SessionStart', 'SessionEnd']),
    );
    for (const one of hookPayloads('qwen-code')) expect(codexDialect.recognises(one)).toBe(false);
  });

  it('tell before each call whose it is', () => {
    const made = truth(capture).filter(({ callId }) => timeOf.has(callId));
    const called = moments('before-call');
    expect(called.length).toBeGreaterThan(45);
    for (const report of called) expect(report.transcript).toMatch(/\/rollout-[^/]+\.jsonl$/);
    if (capture === 'codex-cm') {
      // Their ids are of the script's commands, and stand in no record.
      const commands = called.filter(({ call }) => call === null);
      expect(commands).toHaveLength(called.length);
      return;
    }
    const actors = new Map(called.map(({ call, actor }) => [call, actor]));
    const missing = made.filter(({ callId }) => !actors.has(callId));
    // More of a command that runs on is asked for without a hook.
    expect(missing.map(({ callId }) => callId)).toEqual(['call_stub0006']);
    for (const { callId, conversation } of made) {
      const actor = conversation === 'main' ? MAIN_ACTOR : SUB;
      if (actors.has(callId)) expect(actors.get(callId)).toBe(actor);
    }
  });

  it('tell of no call what it gave: the rollout does', () => {
    const kinds = new Set(reports.flatMap(({ events }) => events.map(({ kind }) => kind)));
    expect(kinds).toEqual(new Set(['session-start', 'prompt', 'context-lost', 'session-end']));
    expect(moments('after-call')).toEqual([]);
    expect(reports.every(({ reading }) => reading === null)).toBe(true);
  });

  it('know persons, subagents, compactions and ends', () => {
    const hasSubagent = capture === 'codex-direct';
    expect(moments('session-start')).toHaveLength(1);
    expect(moments('prompt').map(({ isPerson }) => isPerson)).toEqual(hasSubagent ? [true, false] : [true]);
    expect(moments('actor-start').map(({ actor }) => actor)).toEqual(hasSubagent ? [SUB] : []);
    expect(moments('actor-end').map(({ actor }) => actor)).toEqual(hasSubagent ? [SUB] : []);
    expect(moments('context-lost')).toHaveLength(1);
    expect(moments('turn-end')).toHaveLength(1);
    expect(moments('session-end')).toHaveLength(1);
  });

  it('change nothing of what the rollout tells', () => {
    const { live, record: alone } = byRecordAndLive(
      reports.flatMap(({ events }) => events),
      record,
    );
    expect(alone.reads.length).toBeGreaterThan(20);
    expect(live).toEqual(alone);
  });
});
