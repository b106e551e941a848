import { beforeEach, describe, expect, it } from 'vitest';
import type { HookMoment, HookReport } from '../../../src/agents/hooks/report';
import { HookAnswerWay } from '../../../src/stop/hookAnswer';
import { keepStops, keptStops, wasAnswered } from '../../../src/stop/keptStop';
import type { StopScope } from '../../../src/stop/stopRequest';
import { StopRequests } from '../../../src/stop/stopRequests';
import type { AgentEvent } from '../../../src/tracker/event';
import { sessionKey } from '../../../src/tracker/views';

const key = sessionKey('claude-code', 's1');
const scope: StopScope = {
  key,
  source: 'claude-code',
  session: 's1',
  agent: 'claude-code',
  actor: null,
  cwd: '/ws',
};

const hook = (moment: HookMoment, over: Partial<HookReport> = {}): HookReport => ({
  moment,
  session: 's1',
  actor: 'main',
  cwd: '/ws',
  transcript: null,
  time: 2000,
  call: null,
  isPerson: false,
  reading: null,
  events: [],
  ...over,
});

describe('a stop by the answers to hooks', () => {
  let way: HookAnswerWay;
  let requests: StopRequests;
  let states: string[];
  let ignored: number[];
  let now: number;
  /** As it was last to be kept, through JSON as it would be. */
  let kept: unknown;
  /** The window is there, or there anew: it knows what was kept. */
  const load = () => {
    states = [];
    ignored = [];
    const own = new StopRequests(({ state }) => {
      states.push(state);
      save();
    });
    const answers = new HookAnswerWay(() => 'its hooks', {
      acknowledged: (session) => void own.acknowledged(session, now),
      rested: (session, actor) => void own.rested(session, actor, now),
      prompted: (session) => void own.prompted(session, now),
      ignored: (_, refused) => void ignored.push(refused),
      changed: () => save(),
    });
    const save = () => {
      const current = answers.standing().map((request) => own.of(request.scope.key) ?? request);
      kept = JSON.parse(JSON.stringify(keepStops(current)));
    };
    for (const request of keptStops(kept, now)) own.restore(request, [answers.restore(request)], now);
    requests = own;
    way = answers;
  };
  beforeEach(() => {
    now = 1000;
    kept = undefined;
    load();
  });

  /** Settles what signs have set off. */
  const settled = () => requests.tick(now);
  const said = async (moment: HookMoment, over: Partial<HookReport> = {}) => {
    way.note(key, hook(moment, over));
    await settled();
    return way.answer(key, hook(moment, over))?.reason ?? null;
  };
  const ask = async (over: Partial<StopScope> = {}) => {
    const offer = await way.offer({ ...scope, ...over });
    if (offer === undefined) throw new Error('no offer');
    return requests.request({ ...scope, ...over }, [offer], 'enough', now);
  };
  const event = (kind: AgentEvent['kind'], over: object = {}) =>
    ({
      kind,
      source: 'claude-code',
      session: 's1',
      agent: 'claude-code',
      actor: 'main',
      call: null,
      time: now + 1,
      ...over,
    }) as AgentEvent;

  it('is offered for sessions that are heard', async () => {
    expect(await way.offer(scope)).toBeUndefined();
    await said('session-start');
    expect(await way.offer(scope)).toMatchObject({ kind: 'hook', label: 'its hooks' });
    expect(await way.offer({ ...scope, key: sessionKey('claude-code', 's2') })).toBeUndefined();
    await said('session-end');
    expect(await way.offer(scope)).toBeUndefined();
  });

  it('tells once of an agent that goes on asking for calls, whatever it had called at once', async () => {
    await said('session-start');
    await ask();
    const refuse = (moment: HookMoment) => way.answer(key, hook(moment))?.delivered();
    for (let i = 0; i < 5; i++) refuse('before-call');
    for (let i = 0; i < 5; i++) refuse('after-call');
    // Nobody has told the agent.
    way.answer(key, hook('before-call'));
    expect(ignored).toEqual([]);
    for (let i = 0; i < 20; i++) refuse('before-call');
    expect(ignored).toEqual([6]);
    // A person speaks, and it is stopped anew.
    now += 2000;
    await said('prompt', { isPerson: true, time: now });
    await ask();
    for (let i = 0; i < 6; i++) refuse('before-call');
    expect(ignored).toEqual([6, 6]);
  });

  it('counts a call once, however often is asked about it while it runs', async () => {
    await said('session-start');
    await ask();
    const refuse = (call: string) => way.answer(key, hook('before-call', { call }))?.delivered();
    for (let i = 0; i < 20; i++) refuse(`c${i % 5}`);
    expect(ignored).toEqual([]);
    refuse('c5');
    refuse('c6');
    expect(ignored).toEqual([6]);
  });

  it('is offered for one actor only where hooks say which one they are called for', async () => {
    for (const agent of ['gemini', 'vscode-chat', 'cline']) {
      const other = { ...scope, key: sessionKey(agent, 's1'), source: agent, agent };
      way.note(other.key, hook('before-call'));
      expect(await way.offer(other)).toMatchObject({ kind: 'hook' });
      for (const actor of ['main', 'sub1']) expect(await way.offer({ ...other, actor })).toBeUndefined();
    }
    await said('before-call');
    for (const actor of ['main', 'sub1'])
      expect(await way.offer({ ...scope, actor })).toMatchObject({ kind: 'hook' });
  });

  it('says nothing unasked', async () => {
    for (const moment of ['prompt', 'before-call', 'after-call', 'turn-end'] as const) {
      expect(await said(moment)).toBeNull();
    }
    expect(states).toEqual([]);
  });

  it('is said at every call, acknowledged once the agent has it, and over when the agent rests', async () => {
    await said('before-call');
    await ask();
    expect(await said('after-call')).toBe('enough');
    expect(states).toEqual(['requested']);
    way.answer(key, hook('before-call'))?.delivered();
    await settled();
    way.answer(key, hook('before-call'))?.delivered();
    await settled();
    expect(await said('before-call')).toBe('enough');
    expect(states).toEqual(['requested', 'acknowledged']);
    await said('turn-end');
    expect(states).toEqual(['requested', 'acknowledged', 'stopped']);
  });

  it('is over at once where the agent is told before it asks its model again', async () => {
    await said('before-call');
    await ask();
    way.answer(key, hook('before-call'))?.delivered();
    await settled();
    expect(states).toEqual(['requested', 'acknowledged']);
    // What a person says is not answered with a stop.
    expect(way.answer(key, hook('prompt', { isPerson: true }))).toBeNull();
    way.answer(key, hook('prompt'))?.delivered();
    await settled();
    expect(states).toEqual(['requested', 'acknowledged', 'stopped']);
  });

  it('still holds when a task in the background wakes the agent, until a person speaks', async () => {
    await said('before-call');
    await ask();
    way.answer(key, hook('after-call'))?.delivered();
    await requests.observe(event('interrupted'), now);
    expect(states).toEqual(['requested', 'acknowledged', 'stopped']);
    expect(requests.holds(key)).toBe(true);
    expect(await said('prompt')).toBe('enough');
    expect(await said('before-call')).toBe('enough');
    expect(await said('prompt', { isPerson: true })).toBeNull();
    expect(requests.holds(key)).toBe(false);
    expect(await said('before-call')).toBeNull();
    expect(requests.of(key)?.state).toBe('stopped');
  });

  it('is taken back by a person who speaks before the agent got it, or who resumes', async () => {
    await said('before-call');
    await ask();
    expect(await said('prompt', { isPerson: true })).toBeNull();
    expect(states).toEqual(['requested', 'withdrawn']);
    await ask();
    await requests.withdraw(key, now);
    expect(await said('before-call')).toBeNull();
    await ask();
    way.answer(key, hook('before-call'))?.delivered();
    await said('turn-end');
    expect(requests.of(key)?.state).toBe('stopped');
    await requests.withdraw(key, now);
    expect(requests.of(key)?.state).toBe('withdrawn');
    expect(await said('before-call')).toBeNull();
  });

  it('of a subagent leaves the others alone', async () => {
    await said('before-call');
    await ask({ actor: 'sub1' });
    expect(await said('before-call')).toBeNull();
    expect(await said('after-call', { actor: 'sub2' })).toBeNull();
    expect(await said('after-call', { actor: 'sub1' })).toBe('enough');
    await said('turn-end');
    await said('actor-end', { actor: 'sub2' });
    expect(states).toEqual(['requested']);
    way.answer(key, hook('before-call', { actor: 'sub1' }))?.delivered();
    await said('actor-end', { actor: 'sub1' });
    expect(states).toEqual(['requested', 'acknowledged', 'stopped']);
  });

  it('of another session is not meant', async () => {
    await said('before-call');
    await ask();
    expect(way.answer(sessionKey('claude-code', 's2'), hook('before-call'))).toBeNull();
  });

  it('is taken for done after a silence, whatever calls that ran beside it still told', async () => {
    await said('before-call');
    await ask();
    way.answer(key, hook('before-call'))?.delivered();
    await settled();
    await requests.observe(event('read', { via: 'hook', time: now + 5 }), now + 5);
    now += 31_000;
    await settled();
    expect(states).toEqual(['requested', 'acknowledged', 'stopped']);
  });

  it('outlives a reload of its window, whether the agent has it already or not', async () => {
    await said('before-call');
    await ask();
    load();
    expect(requests.of(key)).toMatchObject({ state: 'timed-out', via: ['its hooks'], requestedAt: 1000 });
    expect(await said('before-call')).toBe('enough');
    way.answer(key, hook('before-call'))?.delivered();
    await settled();
    expect(requests.of(key)?.state).toBe('acknowledged');
    load();
    expect(await said('before-call')).toBe('enough');
    await said('turn-end');
    expect(requests.of(key)?.state).toBe('stopped');
    load();
    expect(requests.holds(key)).toBe(true);
    expect(await said('prompt')).toBe('enough');
    expect(await said('prompt', { isPerson: true })).toBeNull();
    load();
    expect(requests.of(key)).toBeUndefined();
    expect(await said('before-call')).toBeNull();
  });

  it('of a subagent is one after a reload too, and can be taken back', async () => {
    await said('before-call');
    await ask({ actor: 'sub1' });
    load();
    expect(await said('before-call')).toBeNull();
    expect(await said('before-call', { actor: 'sub1' })).toBe('enough');
    await requests.withdraw(key, now);
    expect(await said('before-call', { actor: 'sub1' })).toBeNull();
    load();
    expect(await said('before-call', { actor: 'sub1' })).toBeNull();
  });

  it('is not kept for a session that has ended, nor for more than a day', async () => {
    await said('before-call');
    await ask();
    await said('session-end');
    expect(kept).toEqual([]);
    await said('session-start');
    expect(kept).toHaveLength(1);
    now += 24 * 60 * 60 * 1000;
    load();
    expect(requests.of(key)).toBeUndefined();
    expect(await said('before-call')).toBeNull();
  });

  it('is over where the record, or a hook that no window heard, tells that a person spoke meanwhile', async () => {
    await said('before-call');
    const request = await ask();
    load();
    await requests.observe(event('prompt', { time: 900 }), now);
    expect(await said('before-call')).toBe('enough');
    await requests.observe(event('prompt', { time: 1100 }), now);
    expect(await said('before-call')).toBeNull();
    const spooled = { session: 's1', moment: 'prompt', isPerson: true, time: 1100 };
    expect(wasAnswered(request, spooled)).toBe(true);
    for (const other of [
      { ...spooled, session: 's2' },
      { ...spooled, moment: 'before-call' },
      { ...spooled, isPerson: false },
      { ...spooled, time: 900 },
      { ...spooled, time: '1100' },
      null,
    ])
      expect(wasAnswered(request, other)).toBe(false);
  });

  it('is not taken back by what a person said before', async () => {
    await said('before-call');
    await ask();
    expect(await said('prompt', { isPerson: true, time: 900 })).toBeNull();
    expect(await said('before-call')).toBe('enough');
  });

  it('is not made of what is no stop', () => {
    const [good] = keepStops([
      { id: 1, scope, reason: 'enough', requestedAt: 1000, state: 'requested', via: [], problems: [] },
    ]);
    for (const bad of [
      null,
      7,
      'x',
      {},
      [],
      [null],
      [{ ...good, state: 'withdrawn' }],
      [{ ...good, reason: 'x'.repeat(5000) }],
      [{ ...good, requestedAt: 'now' }],
      [{ ...good, requestedAt: now + 1 }],
      [{ ...good, session: null }],
    ])
      expect(keptStops(bad, now)).toEqual([]);
    expect(keptStops([good], now)).toMatchObject([{ scope, reason: 'enough' }]);
    expect(keptStops(Array(100).fill(good), now)).toHaveLength(20);
  });
});
