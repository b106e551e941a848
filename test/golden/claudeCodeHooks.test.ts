import { describe, expect, it } from 'vitest';
import { claudeCodeDialect } from '../../src/agents/claudeCode/hookDialect';
import { claudeCodeHookEvents } from '../../src/agents/claudeCode/hookEvents';
import { hookReport } from '../../src/agents/hooks/dialects';
import { payloadKind } from '../../src/agents/hooks/payloadKind';
import type { HookReport } from '../../src/agents/hooks/report';
import { toNative } from '../../src/agents/native/print';
import { placeUnplaced } from '../../src/ingest/placeUnplaced';
import { LineHasher } from '../../src/text/lineHash';
import { type AgentEvent, MAIN_ACTOR } from '../../src/tracker/event';
import { hookPayloads, type Truth, truth, workspaceLines, workspaceText } from './support/capture';
import { allowedOutcomes, creditedLines, expectedLines, isSearch, workspacePath } from './support/grade';

const hasher = new LineHasher([11, 13]);
const hooks = { dialect: claudeCodeDialect, events: claudeCodeHookEvents };
/** Older versions neither name subagents in the payloads of calls nor tell of calls that failed. */
const CAPTURES = [
  { capture: 'claude-code', isOld: false },
  { capture: 'claude-code-2.1.100', isOld: false },
  { capture: 'claude-code-2.0.60', isOld: true },
];

/** The file as it was on disk when the call was made: two calls changed it. */
function diskAt(name: string, edits: number) {
  let text = workspaceText(name);
  if (name === 'src/mid.ts' && edits >= 1) text = text.replace('mid50 = 50', 'mid50 = 5050');
  if (name === 'src/mid.ts' && edits >= 3) text = text.replace('mid60 = 60', 'mid60 = 6060');
  return { contentHash: `sha256:${'0'.repeat(64)}`, lineHashes: hasher.lines(text) };
}

const hasFailed = ({ failed, label }: Truth) => failed === true || label === 'sh-fail';

describe.each(CAPTURES)('hooks of $capture', ({ capture, isOld }) => {
  const payloads = hookPayloads(capture);
  const reports = payloads.flatMap((payload, time) => hookReport(hooks, payload, { hasher, time }) ?? []);
  const events = reports.flatMap((report) => report.events);
  const calls = truth(capture).filter((call) => call.resultSeenByModel);
  const told = calls.filter((call) => !(isOld && hasFailed(call)));
  const of = (call: string) => events.filter((event) => event.call === call);
  const moments = (moment: HookReport['moment']) => reports.filter((report) => report.moment === moment);

  it('are known by their shape', () => {
    const used = payloads.filter(({ hook_event_name: name }) => name !== 'MessageDisplay');
    expect(new Set(used.map(payloadKind))).toEqual(new Set(['claude-code']));
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
      // The start of a large output is given to the model, and no hook tells how much of it; nor, in older versions,
      // that the surroundings of an edit are shown.
      const isUntold = label === (isOld ? 'edit-mid-50' : 'sh-cat-long');
      expect(creditedLines(placed)).toEqual(isSearch(call) || isUntold ? [] : expectedLines(call));
    },
  );

  it.each(told.filter((call) => call.kind === 'read').map((call) => [call.label, call]))(
    '%s: one read, with its outcome and actor',
    (_, call) => {
      const found = of(call.callId).filter((event) => event.kind === 'read');
      expect(found).toHaveLength(1);
      expect(allowedOutcomes(call)).toContain(found[0]?.outcome);
      if (!isOld) expect(found[0]?.actor === MAIN_ACTOR).toBe(call.conversation === 'main');
    },
  );

  it('tell of each call before and after it', () => {
    const made = truth(capture).filter((call) => !(isOld && call.failed === true && call.kind === 'read'));
    const before = moments('before-call').map(({ call }) => call);
    expect(before).toEqual(expect.arrayContaining(made.map(({ callId }) => callId)));
    const ended = made.filter((call) => !(isOld && hasFailed(call)));
    const after = moments('after-call').map(({ call }) => call);
    expect(after.sort()).toEqual(ended.map(({ callId }) => callId));
    expect(moments('before-call').flatMap((report) => report.events)).toEqual([]);
  });

  it('say before a read what it will ask for', () => {
    const asked = new Map(moments('before-call').map(({ call, reading }) => [call, reading]));
    for (const event of events) {
      if (event.kind !== 'read' || event.form !== 'tool') continue;
      expect(asked.get(event.call)).toEqual({ path: event.path, requested: event.requested });
    }
  });

  it('know persons, compactions and ends', () => {
    expect(moments('prompt').map(({ isPerson }) => isPerson)).toEqual([true, true]);
    expect(moments('context-lost').length).toBeGreaterThan(0);
    expect(moments('turn-end')).toHaveLength(2);
    expect(moments('session-end')).toHaveLength(3);
  });

  it('print no line of any file', () => {
    const text = events.map((event) => JSON.stringify(toNative(event, hasher))).join('\n');
    expect(workspaceLines().filter((line) => text.includes(line))).toEqual([]);
  });
});
