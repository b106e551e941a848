import { describe, expect, it } from 'vitest';
import type { AgentHooks } from '../../src/agents/hooks/dialects';
import { hookReport } from '../../src/agents/hooks/dialects';
import { parseReport, printReport } from '../../src/agents/hooks/message';
import type { HookMoment } from '../../src/agents/hooks/report';
import { toNative } from '../../src/agents/native/print';
import { qwenCodeDialect } from '../../src/agents/qwenCode/hookDialect';
import { qwenCodeHookEvents } from '../../src/agents/qwenCode/hookEvents';
import { placeUnplaced } from '../../src/ingest/placeUnplaced';
import { LineHasher } from '../../src/text/lineHash';
import { type AgentEvent, MAIN_ACTOR } from '../../src/tracker/event';
import { hookPayloads, truth, workspaceLines, workspaceText } from './support/capture';
import { captureEvents } from './support/captureSuite';
import { captureOf } from './support/captures';
import {
  allowedOutcomes,
  countOfLines,
  givenLines,
  isSearch,
  linesBeyond,
  linesOfEvents,
  workspacePath,
} from './support/grade';

const hasher = new LineHasher([11, 13]);
const QWEN: AgentHooks = { dialect: qwenCodeDialect, events: qwenCodeHookEvents };

/**
 * Lines that only what was read before can tell: the first of an output, which may have lost its blanks, and the last ones
 * of an output whose middle is missing.
 */
const UNTOLD: ReadonlyMap<string, number> = new Map([
  ['sh-sed-mid', 1],
  ['sh-head-small', 1],
  ['sh-cd-and', 1],
  ['sh-cat-long', 79],
]);

/** The file as it was on disk when the call was made: two calls changed it. */
function diskAt(name: string, edits: number) {
  let text = workspaceText(name);
  if (name === 'src/mid.ts' && edits >= 1) text = text.replace('mid50 = 50', 'mid50 = 5050');
  if (name === 'src/mid.ts' && edits >= 3) text = text.replace('mid60 = 60', 'mid60 = 6060');
  return { contentHash: `sha256:${'0'.repeat(64)}`, lineHashes: hasher.lines(text) };
}

describe('hooks of Qwen Code', () => {
  const payloads = hookPayloads('qwen-code');
  const reports = payloads.flatMap((payload, time) => hookReport(QWEN, payload, { hasher, time }) ?? []);
  const events = reports.flatMap((report) => report.events);
  const recorded = captureEvents(captureOf('qwen-code'));
  const calls = truth('qwen-code').filter((call) => call.resultSeenByModel);
  const of = (call: string, among: readonly AgentEvent[] = events) =>
    among.filter((event) => event.call === call);
  const moments = (moment: HookMoment) => reports.filter((report) => report.moment === moment);

  it('are known by their shape', () => {
    expect(payloads.filter((payload) => !qwenCodeDialect.recognises(payload))).toEqual([]);
  });

  it.each(calls.map((call) => [call.label, call]))(
    '%s: credits no line too many, and none too few where it is certain',
    (label, call) => {
      const edits = (call as { afterEdits?: number }).afterEdits ?? 0;
      const placed = of(call.callId).map((event): AgentEvent => {
        if (event.kind !== 'read' || event.unplaced === undefined) return event;
        return (
          placeUnplaced(event, event.unplaced, diskAt(workspacePath(event.path), edits), hasher) ?? event
        );
      });
      const given = givenLines(call);
      expect(countOfLines(linesBeyond(linesOfEvents(placed), given))).toBe(0);
      const missing = countOfLines(linesBeyond(given, linesOfEvents(placed)));
      const untold = isSearch(call) ? countOfLines(given) : (UNTOLD.get(label) ?? 0);
      expect(missing).toBe(untold);
    },
  );

  it.each(calls.filter((call) => call.kind === 'read').map((call) => [call.label, call]))(
    '%s: one read, with its outcome and actor, as the transcript tells it',
    (_, call) => {
      const found = of(call.callId).filter((event) => event.kind === 'read');
      expect(found).toHaveLength(1);
      expect(allowedOutcomes(call)).toContain(found[0]?.outcome);
      expect(found[0]?.actor === MAIN_ACTOR).toBe(call.conversation === 'main');
      const { lineHashes: _hashes, ...written } = of(call.callId, recorded)[0] as { lineHashes?: unknown };
      expect(found).toMatchObject([{ ...written, time: found[0]?.time }]);
    },
  );

  it('tell of each call before it and when it has come back', () => {
    const made = new Set(truth('qwen-code').map(({ callId }) => callId));
    expect(new Set(moments('after-call').map(({ call }) => call))).toEqual(made);
    const before = new Set(moments('before-call').map(({ call }) => call));
    // No hook is called before a call of a tool that there is not.
    expect([...made].filter((call) => !before.has(call))).toEqual(['call_stub0022']);
    expect(moments('before-call').flatMap((report) => report.events)).toEqual([]);
  });

  it('say before a read what it will ask for', () => {
    const asked = new Map(moments('before-call').map(({ call, reading }) => [call, reading]));
    for (const event of events) {
      if (event.kind !== 'read' || event.form !== 'tool') continue;
      expect(asked.get(event.call)).toEqual({ path: event.path, requested: event.requested });
    }
  });

  it('know the person from the requests to the model, and the subagent', () => {
    expect(moments('prompt').map(({ isPerson }) => isPerson)).toEqual([true, ...Array(42).fill(false)]);
    expect(moments('actor-start').map(({ actor }) => actor)).toEqual(['general-purpose-call_stub0044']);
    expect(moments('actor-end').map(({ actor }) => actor)).toEqual(['general-purpose-call_stub0044']);
  });

  it('do not take a compaction that is only tried for one', () => {
    expect(payloads.map(({ hook_event_name: name }) => name)).toContain('PreCompact');
    expect(moments('context-lost')).toEqual([]);
  });

  it('come through the channel as they are', () => {
    for (const report of reports) {
      const context = { hasher, agent: 'qwen-code', now: payloads.length };
      const heard = parseReport(JSON.parse(JSON.stringify(printReport(report, hasher))), context);
      expect(heard?.events.map(({ kind, call }) => [kind, call])).toEqual(
        report.events.map(({ kind, call }) => [kind, call]),
      );
    }
  });

  it('print no line of any file', () => {
    const text = events.map((event) => JSON.stringify(toNative(event, hasher))).join('\n');
    expect(workspaceLines().filter((line) => text.includes(line))).toEqual([]);
  });
});
