import { describe, expect, it } from 'vitest';
import type { HookMoment, HookReport } from '../../../src/agents/hooks/report';
import { CallsInFlight } from '../../../src/channel/callsInFlight';

const hook = (moment: HookMoment, call: string | null, actor = 'main'): HookReport => ({
  moment,
  session: 's1',
  actor,
  cwd: '/ws',
  transcript: null,
  time: 1000,
  call,
  isPerson: false,
  reading: null,
  events: [],
});

describe('calls in flight', () => {
  it('that come back together have come back all, in the order in which they were made', () => {
    const calls = new CallsInFlight();
    for (const call of ['a', 'b']) calls.hear(hook('before-call', call));
    expect(calls.isBusy(hook('before-call', 'b'))).toBe(true);
    expect(calls.hear(hook('after-call', null))).toBe(false);
    expect(calls.isBusy(hook('before-call', 'c'))).toBe(false);
    calls.hear(hook('before-call', 'c'));
    expect(calls.hear(hook('after-call', 'c'))).toBe(false);
  });

  it('of another actor go on', () => {
    const calls = new CallsInFlight();
    for (const call of ['a', 'b']) calls.hear(hook('before-call', call, 'sub'));
    calls.hear(hook('after-call', null));
    expect(calls.isBusy(hook('before-call', 'c', 'sub'))).toBe(true);
  });

  it('that come back one by one came in an order that is not known', () => {
    const calls = new CallsInFlight();
    for (const call of ['a', 'b']) calls.hear(hook('before-call', call));
    expect(calls.hear(hook('after-call', 'b'))).toBe(true);
    expect(calls.hear(hook('after-call', 'a'))).toBe(true);
  });
});
