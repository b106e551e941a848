import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/agents/adapter';
import { parseReport, parseVerdict, printReport } from '../../../../src/agents/hooks/message';
import { HOOK_MOMENTS, type HookReport } from '../../../../src/agents/hooks/report';
import { parseNative } from '../../../../src/agents/native/parse';
import { LineHasher } from '../../../../src/text/lineHash';
import type { AgentEvent } from '../../../../src/tracker/event';
import { good } from '../native/examples';

const hasher = new LineHasher([5, 7]);
const context = { hasher, agent: 'claude-code', now: 1_900_000_000_000 };
const own = {
  source: 'claude-code',
  session: 's1',
  agent: 'claude-code',
  actor: 'main',
  time: 1_800_000_000_000,
};

const base: HookReport = {
  moment: 'after-call',
  session: 's1',
  actor: 'main',
  cwd: '/ws',
  transcript: '/home/me/.claude/projects/-ws/s1.jsonl',
  time: own.time,
  call: 'c1',
  isPerson: false,
  reading: { path: '/ws/a.ts', requested: { start: 3, end: 9 } },
  events: [],
};
const sent = (report: object) => parseReport(JSON.parse(JSON.stringify(report)), context);

describe('a report on its way', () => {
  it('arrives as it was sent, and known as told by a hook', () => {
    const native = { hasher, source: 'claude-code', baseFolder: '/ws', sessionFallback: 's1' };
    for (const example of good) {
      const parsed = parseNative(example as JsonObject, native);
      if (parsed === null) throw new Error(JSON.stringify(example));
      const event: AgentEvent = { ...parsed, ...own, call: 'c1' };
      const report = { ...base, events: [event] };
      expect(sent(printReport(report, hasher))).toEqual({ ...report, events: [{ ...event, via: 'hook' }] });
    }
    for (const moment of HOOK_MOMENTS) {
      const report = { ...base, moment, call: null, transcript: null, reading: null };
      expect(sent(printReport(report, hasher))).toEqual(report);
    }
  });

  it('has a time that can be told on, or is none', () => {
    for (const time of [-1e308, -8.64e15, Number.NaN, Number.NEGATIVE_INFINITY, '2026-11-30', null]) {
      expect(parseReport({ ...base, time }, context)).toBeNull();
    }
  });

  it('speaks for its own session, agent and call only', () => {
    const strange = {
      v: 1,
      kind: 'prompt',
      session: 'other',
      agent: 'codex',
      actor: 'sub',
      source: 'log:x',
      time: 5,
    };
    expect(sent({ ...base, events: [strange] })?.events).toEqual([
      { kind: 'prompt', ...own, call: null, via: 'hook' },
    ]);
    expect(sent({ ...base, events: [{ ...strange, call: 'c9' }] })?.events).toEqual([]);
  });

  it('names the process that called, or none', () => {
    for (const caller of [
      { pid: 4711, born: '123456' },
      { pid: 2, born: null },
    ]) {
      expect(sent({ ...base, caller })).toEqual({ ...base, caller });
    }
    for (const caller of [
      1,
      null,
      {},
      { pid: 1 },
      { pid: 'x' },
      { pid: 2.5 },
      { pid: 9, born: 'x'.repeat(200) },
    ])
      expect(sent({ ...base, caller })).toEqual(base);
  });

  it('comes from no time to come', () => {
    expect(sent({ ...base, time: 9e15 })?.time).toBe(context.now);
  });

  it('is refused where it cannot be', () => {
    const wrong = [
      { moment: 'constructor' },
      { moment: 7 },
      { session: '' },
      { session: null },
      { session: 'x'.repeat(600) },
      { actor: null },
      { cwd: 'ws' },
      { cwd: '/a\0b' },
      { transcript: 'x.jsonl' },
      { time: null },
      { time: '2026' },
      { reading: { path: 'a.ts' } },
      { reading: { path: '/a.ts', requested: { start: -1 } } },
      { events: Array.from({ length: 3000 }, () => ({})) },
    ];
    for (const fields of wrong)
      expect(sent({ ...base, ...fields }), JSON.stringify(fields).slice(0, 60)).toBeNull();
    for (const message of [null, [], 'x', 7]) expect(parseReport(message, context)).toBeNull();
    expect(sent({ ...base, events: [null, 7, {}, { v: 2 }, { v: 1, kind: 'read' }] })?.events).toEqual([]);
  });

  it('is survived, whatever it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(base)), fc.jsonValue()), (fields) => {
        sent({ ...base, ...fields });
      }),
    );
  });
});

describe('a verdict on its way', () => {
  it('is what it says, as far as that can be used', () => {
    expect(
      parseVerdict({ v: 1, verdict: { stop: { reason: 'a' }, deny: { reason: 'b' }, context: 'c' } }),
    ).toEqual({
      stop: { reason: 'a' },
      deny: { reason: 'b' },
      context: 'c',
    });
    for (const answer of [null, [], {}, { verdict: 1 }, { verdict: { stop: true, deny: {}, context: 7 } }]) {
      expect(parseVerdict(answer)).toEqual({});
    }
    expect(parseVerdict({ verdict: { stop: { reason: 'x'.repeat(9000) } } }).stop?.reason).toHaveLength(2000);
  });
});
