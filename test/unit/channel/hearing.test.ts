import { beforeEach, describe, expect, it } from 'vitest';
import type { HookReport } from '../../../src/agents/hooks/report';
import { Hearing } from '../../../src/channel/hearing';
import { Nudge, type NudgeMode } from '../../../src/channel/nudge';
import { HookAnswerWay } from '../../../src/stop/hookAnswer';
import { StopRequests } from '../../../src/stop/stopRequests';
import { type AgentEvent, MAIN_ACTOR, type ReadEvent } from '../../../src/tracker/event';
import { LiveTracker } from '../../../src/tracker/liveTracker';
import { sessionKey } from '../../../src/tracker/views';
import { hashes, text } from '../tracker/world';

const key = sessionKey('claude-code', 's1');
const PATH = '/ws/src/mid.ts';

/** A window without an editor: what its parts do together when hooks speak. */
class Desk {
  isQuiet = false;
  readonly tracker = new LiveTracker({ isQuiet: () => this.isQuiet });
  readonly requests = new StopRequests(() => undefined);
  readonly stops = new HookAnswerWay(() => 'its hooks', {
    acknowledged: (session) => void this.requests.acknowledged(session, this.time),
    rested: (session, actor) => void this.requests.rested(session, actor, this.time),
    changed: () => undefined,
    prompted: (session) => void this.requests.prompted(session, this.time),
    ignored: () => undefined,
  });
  mode: NudgeMode = 'off';
  disk: string[] | null = text(400);
  isTrusted = true;
  /** What a certain stop level leads to. */
  onStop: () => Promise<void> = async () => undefined;
  readonly lives: boolean[] = [];
  readonly callers: (readonly [string, string, number])[] = [];
  readonly faults: unknown[] = [];
  time = 1_000_000;
  #calls = 0;
  #decided: Promise<void> = Promise.resolve();
  readonly #nudge = new Nudge({
    mode: () => this.mode,
    reads: (session, actor, path) => this.tracker.reads(session, { actor, path }),
    foresee: (event) => this.tracker.foresee(event),
    canonical: async (path) => path,
    look: async () => this.disk && { contentHash: 'sha256:x', lineHashes: hashes(this.disk) },
  });
  readonly hearing = new Hearing({
    complete: async (events) => events,
    apply: (events) =>
      events.map(({ event, live }) => {
        this.lives.push(live);
        this.#nudge.observe(event, this.time);
        const told = this.tracker.apply(event);
        if (told.isNews && told.read?.level === 'stop') this.#decided = this.onStop();
        return told;
      }),
    decided: () => this.#decided,
    stops: this.stops,
    processes: { note: async (key, agent, { pid }) => void this.callers.push([key, agent, pid]) },
    onFault: (fault) => this.faults.push(fault),
    nudge: this.#nudge,
    mayAnswer: () => this.isTrusted,
  });

  hook(over: Partial<HookReport>) {
    this.time += 1000;
    const report: HookReport = {
      moment: 'after-call',
      session: 's1',
      actor: MAIN_ACTOR,
      cwd: '/ws',
      transcript: null,
      time: this.time,
      call: null,
      isPerson: false,
      reading: null,
      events: [],
      ...over,
    };
    return this.hearing.hear('claude-code', report, this.time + 3);
  }

  event(lines: readonly [number, number], call: string, over: object = {}): ReadEvent {
    return {
      kind: 'read',
      source: 'claude-code',
      session: 's1',
      agent: 'claude-code',
      actor: MAIN_ACTOR,
      time: this.time + 1000,
      call,
      path: PATH,
      written: PATH,
      form: 'tool',
      requested: { start: lines[0], end: lines[1] },
      returned: [lines],
      totalLines: 400,
      outcome: 'complete',
      lineHashes: hashes(text(400).slice(lines[0] - 1, lines[1])),
      ...over,
      via: 'hook',
    };
  }

  before(lines: readonly [number, number], call = `c${this.#calls}`) {
    const reading = { path: PATH, requested: { start: lines[0], end: lines[1] } };
    return this.hook({ moment: 'before-call', call, reading });
  }

  after(lines: readonly [number, number], call = `c${this.#calls}`, over: object = {}) {
    return this.hook({ call, events: [this.event(lines, call, over)] });
  }

  /** A call with its hooks before and after it; what both are answered. */
  async read(from: number, to: number) {
    this.#calls++;
    const before = await this.before([from, to]);
    const after = await this.after([from, to]);
    return { before: before.verdict, after: after.verdict };
  }

  get streak() {
    return this.tracker.sessions()[0]?.actors[0]?.streak;
  }

  async stop(actor: string | null = null) {
    const scope = { key, source: 'claude-code', session: 's1', agent: 'claude-code', actor, cwd: null };
    const offer = await this.stops.offer(scope);
    if (offer !== undefined) await this.requests.request(scope, [offer], 'enough', this.time);
  }
}

describe('what hooks tell a window', () => {
  let desk: Desk;
  beforeEach(() => {
    desk = new Desk();
  });

  it('counts at once, as of now, and is answered with nothing', async () => {
    expect(await desk.read(1, 100)).toEqual({ before: {}, after: {} });
    await desk.read(40, 60);
    expect(desk.streak).toBe(1);
    expect(new Set(desk.lives)).toEqual(new Set([true]));
    expect(desk.hearing.connections.of(key)).toEqual({ heardAt: desk.time + 3, delay: 3, recordDelay: null });
  });

  it('says which process called, where it was one', async () => {
    await desk.read(1, 100);
    await desk.hook({ caller: { pid: 4711, born: '12' } });
    expect(desk.callers).toEqual([[key, 'claude-code', 4711]]);
    expect(desk.faults).toEqual([]);
  });

  it('are made up for where the window was too busy, in their place', async () => {
    await desk.read(1, 100);
    const missed = {
      moment: 'after-call',
      session: 's1',
      actor: MAIN_ACTOR,
      cwd: '/ws',
      transcript: null,
      time: desk.time + 500,
      call: 'missed',
      isPerson: false,
      reading: null,
      events: [desk.event([101, 200], 'missed', { time: desk.time + 500 })],
    } as const;
    await desk.read(101, 200);
    expect(desk.streak).toBe(0);
    await desk.hearing.makeUp('claude-code', missed, desk.time);
    // What the window took for new was given before.
    expect(desk.streak).toBe(1);
    expect(desk.tracker.reads(key).map(({ call }) => call)).toEqual(['c1', 'missed', 'c2']);
    await desk.hearing.makeUp('claude-code', missed, desk.time);
    expect(desk.tracker.reads(key)).toHaveLength(3);
    // The call whose end was missed does not run beside the next.
    await desk.before([1, 10], 'unheard');
    await desk.hearing.makeUp('claude-code', { ...missed, call: 'unheard', events: [] }, desk.time);
    await desk.read(1, 10);
    expect(desk.tracker.reads(key).at(-1)).toMatchObject({ stopStreak: 2 });
  });

  it('counts on the hooks no more, once the record goes on and on without them', async () => {
    await desk.read(1, 10);
    const heardAt = desk.time;
    const records = (call: string, after: number) => {
      const { via: _, ...event } = desk.event([1, 5], call, { time: heardAt + after });
      desk.hearing.observe(event, heardAt + after);
      return desk.stops.isConnected(key);
    };
    expect(records('c1', 100)).toBe(true);
    expect(records('c2', 14_000)).toBe(true);
    expect(records('c3', 20_000)).toBe(true);
    expect(records('c4', 30_000)).toBe(true);
    // Its hook comes after all.
    desk.time += 31_000;
    await desk.read(1, 10);
    const again = desk.time - heardAt;
    expect(records('c5', again + 20_000)).toBe(true);
    expect(records('c6', again + 36_000)).toBe(false);
    expect(desk.hearing.connections.of(key)).toBeUndefined();
    await desk.read(1, 10);
    expect(desk.stops.isConnected(key)).toBe(true);
  });

  it('stops the agent at the threshold, in the answer to the very read that reached it', async () => {
    desk.onStop = () => desk.stop();
    await desk.read(1, 100);
    for (let i = 1; i < 6; i++) expect(await desk.read(10, 20)).toEqual({ before: {}, after: {} });
    expect((await desk.read(10, 20)).after).toEqual({ stop: { reason: 'enough' } });
    const next = await desk.before([10, 20]);
    expect(next.verdict).toEqual({ stop: { reason: 'enough' } });
    next.delivered();
    await desk.requests.tick(desk.time);
    expect(desk.requests.of(key)?.state).toBe('acknowledged');
  });

  it('tells an agent nothing where nobody trusts the workspace', async () => {
    desk.isTrusted = false;
    desk.onStop = () => desk.stop();
    desk.mode = 'context';
    await desk.read(1, 100);
    for (let i = 0; i < 8; i++) expect(await desk.read(10, 20)).toEqual({ before: {}, after: {} });
    expect(desk.streak).toBe(8);
  });

  it('is not sure of the order of calls that ran at the same time', async () => {
    await desk.read(1, 100);
    for (const call of ['a', 'b']) await desk.before([10, 20], call);
    for (const call of ['b', 'a']) await desk.after([10, 20], call);
    const notes = desk.tracker.reads(key).map(({ uncertain }) => uncertain);
    expect(notes).toEqual([false, true, true]);
    await desk.read(10, 20);
    expect(desk.tracker.reads(key).at(-1)).toMatchObject({ uncertain: false, streak: 3, stopStreak: 1 });
  });

  it('leaves to the record what a shell read while others ran', async () => {
    for (const call of ['a', 'b']) await desk.before([10, 20], call);
    await desk.after([10, 20], 'a', { form: 'shell' });
    expect(desk.tracker.reads(key)).toEqual([]);
  });

  it('does not wait for a call that the record says is over', async () => {
    await desk.before([1, 5], 'denied');
    desk.hearing.observe({ ...desk.event([1, 5], 'denied'), outcome: 'failed' }, desk.time);
    await desk.read(1, 100);
    expect(desk.tracker.reads(key).at(-1)?.uncertain).toBe(false);
  });

  it('says how much later the record told the same', async () => {
    await desk.read(1, 100);
    desk.hearing.observe(desk.event([1, 100], 'c1'), desk.time + 250);
    expect(desk.hearing.connections.of(key)?.recordDelay).toBe(247);
  });

  it('is past where it was told to no window', async () => {
    const events: AgentEvent[] = [desk.event([1, 100], 'c1')];
    await desk.hearing.recall({
      moment: 'after-call',
      session: 's1',
      actor: MAIN_ACTOR,
      cwd: '/ws',
      transcript: null,
      time: desk.time,
      call: 'c1',
      isPerson: false,
      reading: null,
      events,
    });
    expect(desk.lives).toEqual([false]);
    expect(desk.tracker.reads(key)).toHaveLength(1);
    expect(desk.stops.isConnected(key)).toBe(false);
  });
});

describe('a nudge', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = new Desk();
    await desk.read(1, 100);
  });
  const sentence = /^Lines 40–60 of src\/mid\.ts are unchanged since read 1 and still in your context/;

  it('says what the agent has, once for one file and then not for the next', async () => {
    desk.mode = 'context';
    expect((await desk.read(40, 60)).after).toEqual({ context: expect.stringMatching(sentence) });
    expect((await desk.read(40, 60)).after).toEqual({});
    expect((await desk.read(41, 41)).after).toEqual({
      context: expect.stringMatching(/^Line 41 of .* is unchanged/),
    });
  });

  it('denies such a read before it is made, once', async () => {
    desk.mode = 'deny';
    expect((await desk.before([40, 60], 'x')).verdict).toEqual({
      deny: { reason: expect.stringMatching(sentence) },
    });
    expect(await desk.read(40, 60)).toEqual({ before: {}, after: {} });
    // The call that was not made is not waited for.
    expect(desk.tracker.reads(key).at(-1)?.uncertain).toBe(false);
    expect((await desk.before([40, 60], 'y')).verdict).toEqual({
      deny: { reason: expect.stringMatching(/unchanged since read 2 and still in your context/) },
    });
  });

  it('is off by default, and says nothing of lines that are new', async () => {
    expect(await desk.read(40, 60)).toEqual({ before: {}, after: {} });
    for (const mode of ['context', 'deny'] as const) {
      desk.mode = mode;
      expect(await desk.read(99, 101)).toEqual({ before: {}, after: {} });
      desk = new Desk();
      await desk.read(1, 100);
    }
  });

  it('says nothing of a file that is read again for good reason', async () => {
    desk.isQuiet = true;
    for (const mode of ['context', 'deny'] as const) {
      desk.mode = mode;
      expect(await desk.read(40, 60)).toEqual({ before: {}, after: {} });
    }
  });

  it('denies nothing where the file on disk is another, or cannot be told, or has no such lines', async () => {
    desk.mode = 'deny';
    desk.disk = text(400).with(49, 'changed');
    expect((await desk.before([40, 60], 'a')).verdict).toEqual({});
    desk.disk = null;
    expect((await desk.before([40, 60], 'b')).verdict).toEqual({});
    desk.disk = text(30);
    expect((await desk.before([40, 60], 'c')).verdict).toEqual({});
  });

  it('says nothing after a compaction, nor of what is uncertain', async () => {
    desk.mode = 'context';
    const lost: AgentEvent = {
      kind: 'context-lost',
      source: 'claude-code',
      session: 's1',
      agent: 'claude-code',
      actor: MAIN_ACTOR,
      time: desk.time + 1000,
      call: null,
      reason: 'compaction',
      unseenRestore: true,
      via: 'hook',
    };
    await desk.hook({ moment: 'context-lost', events: [lost] });
    expect(await desk.read(40, 60)).toEqual({ before: {}, after: {} });
    // Given again since, in another window.
    expect((await desk.read(40, 60)).after).toEqual({ context: expect.stringMatching(/since read 2/) });
    for (const call of ['a', 'b']) await desk.before([45, 46], call);
    for (const call of ['a', 'b']) expect((await desk.after([45, 46], call)).verdict).toEqual({});
  });

  it('denies nothing while other calls run', async () => {
    desk.mode = 'deny';
    await desk.hook({ moment: 'before-call', call: 'edit' });
    expect((await desk.before([40, 60], 'x')).verdict).toEqual({});
  });
});
