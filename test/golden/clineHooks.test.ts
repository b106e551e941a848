import { describe, expect, it } from 'vitest';
import { clineDialect } from '../../src/agents/cline/hookDialect';
import { clineHookEvents } from '../../src/agents/cline/hookEvents';
import { hookReport } from '../../src/agents/hooks/dialects';
import type { HookReport } from '../../src/agents/hooks/report';
import { toNative } from '../../src/agents/native/print';
import { LineHasher } from '../../src/text/lineHash';
import type { AgentEvent } from '../../src/tracker/event';
import { hookPayloads, truth, workspaceLines } from './support/capture';
import { captureEvents } from './support/captureSuite';
import { captureOf } from './support/captures';
import { creditedLines, givenLines, linesBeyond, linesOfEvents } from './support/grade';

// The one that the recorded events are hashed by.
const hasher = new LineHasher([11, 13]);
const WORKSPACE = '/home/dev/ws';
const SUBAGENT = 'agent_1796027487864_i1pkx3';
const hooks = { dialect: clineDialect, events: clineHookEvents };
const payloads = hookPayloads('cline');
const reports = payloads.flatMap(
  (payload, time) => hookReport(hooks, payload, { hasher, time, hook: WORKSPACE }) ?? [],
);
const events = reports.flatMap((report) => report.events);
const recorded = captureEvents(captureOf('cline'));
const moments = (moment: HookReport['moment']) => reports.filter((report) => report.moment === moment);
const callsOf = (told: readonly AgentEvent[], call: string) => told.filter((event) => event.call === call);

describe('hooks of cline', () => {
  it('are known by their shape, and all tell something', () => {
    expect(payloads.filter((payload) => !clineDialect.recognises(payload))).toEqual([]);
    expect(reports).toHaveLength(payloads.length);
  });

  it.each(truth('cline').map((call) => [call.label, call]))('%s: credits no line too many', (_, call) => {
    const credited = linesOfEvents(callsOf(events, call.callId));
    expect([...linesBeyond(credited, givenLines(call))]).toEqual([]);
  });

  it.each(truth('cline').map((call) => [call.label, call]))(
    '%s: tells what the record tells, but for what only the record can know',
    (_, call) => {
      const told = callsOf(events, call.callId);
      const known = callsOf(recorded, call.callId).filter((event) => !isLeftToRecord(event));
      expect(told).toHaveLength(known.length);
      for (const [i, event] of told.entries()) {
        if (event.kind === 'read' && event.unplaced !== undefined)
          expect(event).toMatchObject({ returned: [], outcome: 'unknown-range' });
        else expect({ ...event, time: null }).toEqual({ ...known[i], time: null });
      }
    },
  );

  it('credit whole files and placed shell reads at once', () => {
    const credited = truth('cline').filter(({ callId }) => creditedLines(callsOf(events, callId)).length > 0);
    expect(credited.map(({ label }) => label)).toMatchInlineSnapshot(`
      [
        "read-small-whole",
        "read-mid-whole",
        "read-mid-whole-again",
        "read-long-whole",
        "read-symlink",
        "read-crlf",
        "read-unicode",
        "read-notebook",
        "read-nofinal",
        "edit-mid-50",
        "reread-new",
        "sh-cat-mid",
        "sh-sed-mid",
        "sh-head-small",
        "sh-nl-sed",
        "sh-cat-long",
        "sh-cd-and",
        "reread-mid-after-touch",
        "par-nofinal",
        "sub-small",
        "postcompact-small",
      ]
    `);
  });

  it('tell who calls', () => {
    const actors = new Map(reports.map(({ call, actor }) => [call, actor]));
    for (const { callId, conversation } of truth('cline'))
      expect(actors.get(callId)).toBe(conversation === 'main' ? 'main' : SUBAGENT);
  });

  it('tell of each call before and after it', () => {
    const made = truth('cline').map(({ callId }) => callId);
    expect(
      moments('before-call')
        .map(({ call }) => call)
        .sort(),
    ).toEqual(made);
    expect(
      moments('after-call')
        .map(({ call }) => call)
        .sort(),
    ).toEqual(made);
    expect(moments('before-call').flatMap((report) => report.events)).toEqual([]);
  });

  it('know the person, the subagent and the ends', () => {
    expect(moments('prompt').map(({ isPerson, actor }) => [isPerson, actor])).toEqual([[true, 'main']]);
    expect(moments('actor-start').map(({ actor }) => actor)).toEqual([SUBAGENT]);
    expect(moments('actor-end').map(({ actor }) => actor)).toEqual([SUBAGENT]);
    expect(moments('turn-end').map(({ actor }) => actor)).toEqual(['main']);
  });

  it('print no line of any file', () => {
    const text = events.map((event) => JSON.stringify(toNative(event, hasher))).join('\n');
    expect(workspaceLines().filter((line) => text.includes(line))).toEqual([]);
  });
});

/** A read of a part of a file, which depends on the reads before it. */
function isLeftToRecord(event: AgentEvent): boolean {
  return (
    event.kind === 'read' && event.form === 'tool' && event.requested !== null && event.outcome !== 'failed'
  );
}
