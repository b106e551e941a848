import { describe, expect, it } from 'vitest';
import type { HookReport } from '../../src/agents/hooks/report';
import { piDialect } from '../../src/agents/pi/hookDialect';
import { piHookEvents } from '../../src/agents/pi/hookEvents';
import { LineHasher } from '../../src/text/lineHash';
import { hookPayloads } from './support/capture';
import { captureOf } from './support/captures';
import { piPayloads } from './support/insidePayloads';
import { insideSuite } from './support/insideSuite';

const SESSION = '01a22b93-cede-73bd-8cad-804e0ce4c215';
const hasher = new LineHasher([11, 13]);
const reports = piPayloads().flatMap((payload, time): HookReport[] => {
  expect(piDialect.recognises(payload)).toBe(true);
  const frame = piDialect.frame(payload, undefined, time);
  return frame === null ? [] : [{ ...frame, events: piHookEvents(frame, payload, hasher) }];
});
const moments = (moment: HookReport['moment']) => reports.filter((report) => report.moment === moment);

insideSuite({ capture: captureOf('pi'), reports, hasher });

describe('what an extension in pi is told', () => {
  it('knows the session, persons, compactions and ends', () => {
    expect(moments('session-start')).toMatchObject([{ session: SESSION, events: [{ cwd: '/home/dev/ws' }] }]);
    expect(moments('prompt')).toMatchObject([{ isPerson: true, events: [{ kind: 'prompt' }] }]);
    expect(moments('context-lost')).toMatchObject([{ events: [{ reason: 'compaction' }] }]);
    expect(moments('session-end')).toHaveLength(1);
    expect(reports[0]?.transcript).toMatch(/\.jsonl$/);
  });

  it('aborts where it is stopped, and speaks to the model only beside the results of calls', () => {
    const [before] = moments('before-call');
    const [after] = moments('after-call');
    if (before === undefined || after === undefined) throw new Error('no calls');
    const stop = { reason: 'enough' };
    expect(piDialect.answer({}, before, { stop })).toEqual({ abort: true, block: true, reason: 'enough' });
    expect(piDialect.answer({}, before, { deny: stop })).toEqual({ block: true, reason: 'enough' });
    expect(piDialect.answer({}, before, { context: 'told' })).toBeNull();
    expect(piDialect.answer({}, after, { stop, context: 'told' })).toEqual({ abort: true });
    expect(piDialect.answer({}, after, { context: 'told' })).toMatchObject({
      entries: [{ type: 'custom_message', content: 'told' }],
    });
  });

  it('tells nothing of calls that a tool makes, but may stop them', () => {
    const [one] = hookPayloads('pi').filter(({ event }) => event === 'tool_call');
    const ev = {
      type: 'tool_call',
      toolName: 'read',
      toolCallId: 'c/1',
      parentToolCallId: 'c',
      input: { path: 'a' },
    };
    const nested = { ...one, ev, known: { session: SESSION } };
    expect(piDialect.frame(nested, undefined, 1)).toMatchObject({
      moment: 'before-call',
      call: null,
      reading: null,
    });
    expect(piDialect.frame({ ...nested, event: 'tool_result' }, undefined, 1)).toBeNull();
  });
});
