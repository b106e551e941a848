import { beforeEach, describe, expect, it } from 'vitest';
import type { StopOffer, StopRequest, StopScope } from '../../../src/stop/stopRequest';
import { StopRequests } from '../../../src/stop/stopRequests';
import type { AgentEvent } from '../../../src/tracker/event';
import { sessionKey } from '../../../src/tracker/views';

const scope: StopScope = {
  key: sessionKey('log:a', 's1'),
  source: 'log:a',
  session: 's1',
  agent: 'my-harness',
  actor: null,
  cwd: '/ws',
};

const envelope = {
  source: 'log:a',
  session: 's1',
  agent: 'my-harness',
  actor: 'main',
  time: null,
  call: null,
};
const event = (
  kind: 'stop-acknowledged' | 'interrupted' | 'session-end' | 'turn',
  over = {},
): AgentEvent => ({
  ...envelope,
  kind,
  ...over,
});

function offer(label: string, failure?: string): StopOffer & { readonly log: string[] } {
  const log: string[] = [];
  return {
    kind: 'stop-file',
    label,
    log,
    async send() {
      log.push('sent');
      if (failure) throw new Error(failure);
    },
    async withdraw() {
      log.push('withdrawn');
    },
  };
}

describe('a stop request', () => {
  let seen: string[];
  let requests: StopRequests;
  beforeEach(() => {
    seen = [];
    requests = new StopRequests((request) => seen.push(request.state));
  });

  it('goes from requested over acknowledged to stopped', async () => {
    const file = offer('stop file');
    const request = await requests.request(scope, [file], 'six reads brought nothing new', 1000);
    expect(request).toMatchObject({ state: 'requested', via: ['stop file'], requestedAt: 1000 });
    expect(requests.hasPending).toBe(true);
    await requests.observe(event('stop-acknowledged'), 1500);
    expect(file.log).toEqual(['sent', 'withdrawn']);
    await requests.observe(event('session-end'), 1600);
    expect(seen).toEqual(['requested', 'acknowledged', 'stopped']);
    expect(file.log).toEqual(['sent', 'withdrawn']);
    expect(requests.hasPending).toBe(false);
  });

  it('times out without a sign, and a late sign still counts', async () => {
    await requests.request(scope, [offer('stop file')], 'r', 1000);
    await requests.tick(30_999);
    expect(requests.of(scope.key)?.state).toBe('requested');
    await requests.tick(31_000);
    expect(requests.of(scope.key)?.state).toBe('timed-out');
    await requests.observe(event('stop-acknowledged'), 40_000);
    expect(requests.of(scope.key)?.state).toBe('acknowledged');
  });

  it('takes an agent that acknowledged and then did nothing for stopped', async () => {
    await requests.request(scope, [offer('stop file')], 'r', 1000);
    await requests.observe(event('stop-acknowledged'), 2000);
    await requests.tick(32_000);
    expect(requests.of(scope.key)?.state).toBe('stopped');
  });

  it('says so when an agent acknowledged and went on', async () => {
    await requests.request(scope, [offer('stop file')], 'r', 1000);
    await requests.observe(event('stop-acknowledged'), 2000);
    await requests.observe(event('turn', { time: 5000 }), 5000);
    await requests.tick(32_000);
    expect(requests.of(scope.key)?.state).toBe('timed-out');
  });

  it('hears only its own session of its own source', async () => {
    await requests.request(scope, [offer('stop file')], 'r', 1000);
    await requests.observe(event('session-end', { session: 's2' }), 1100);
    await requests.observe(event('session-end', { source: 'log:b' }), 1100);
    expect(requests.of(scope.key)?.state).toBe('requested');
  });

  it('for a subagent is not ended by another actor that was interrupted', async () => {
    await requests.request({ ...scope, actor: 'sub1' }, [offer('stop file')], 'r', 1000);
    await requests.observe(event('interrupted'), 1100);
    expect(requests.of(scope.key)?.state).toBe('requested');
    await requests.observe(event('interrupted', { actor: 'sub1' }), 1200);
    expect(requests.of(scope.key)?.state).toBe('stopped');
  });

  it('keeps going with the ways that work, and is withdrawn where none does', async () => {
    const some = await requests.request(scope, [offer('a', 'no terminal'), offer('b')], 'r', 1000);
    expect(some).toMatchObject({ state: 'requested', problems: ['no terminal'] });
    const none = await requests.request(scope, [offer('a', 'no terminal')], 'r', 2000);
    expect(none).toMatchObject({ state: 'withdrawn', problems: ['no terminal'] });
  });

  it('sees what happens while it is being sent after that', async () => {
    let sent = () => {};
    const slow = offer('stop file');
    const send = slow.send;
    slow.send = async (request) => {
      await new Promise<void>((resolve) => {
        sent = resolve;
      });
      await send(request);
    };
    const request = requests.request(scope, [slow], 'r', 1000);
    const acknowledged = requests.observe(event('stop-acknowledged'), 1100);
    await new Promise((resolve) => setImmediate(resolve));
    expect(slow.log).toEqual([]);
    sent();
    await Promise.all([request, acknowledged]);
    expect(slow.log).toEqual(['sent', 'withdrawn']);
    expect(seen).toEqual(['requested', 'acknowledged']);
  });

  it('replaces the one before, and is withdrawn after a day', async () => {
    const first = offer('first');
    await requests.request(scope, [first], 'r', 1000);
    await requests.request(scope, [offer('second')], 'r', 2000);
    expect(first.log).toEqual(['sent', 'withdrawn']);
    await requests.tick(2000 + 24 * 3600 * 1000);
    const last: StopRequest | undefined = requests.of(scope.key);
    expect(last).toMatchObject({ id: 2, state: 'withdrawn' });
  });
});
