import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentEvent, ReadEvent } from '../../../src/tracker/event';
import { MOST_AHEAD_EVENTS } from '../../../src/tracker/limits';
import { LiveTracker } from '../../../src/tracker/liveTracker';
import { Tracker } from '../../../src/tracker/tracker';
import { sessionKey } from '../../../src/tracker/views';
import { sessionOf, steps, told } from './sessions';
import { hashes, seen, text, World } from './world';

const key = sessionKey('claude-code', 's');
const MINUTE = 60_000;

/** What hooks can tell; each kind that the record tells too, by its hook. */
const byHook = ({ kind }: AgentEvent) => kind !== 'turn' && kind !== 'delivered';

interface Side {
  /** How many events of the record come before the hook's, beginning with its own; negative: so many after it. */
  readonly lag: number;
  readonly delay: number;
  readonly fault: 'none' | 'missing' | 'other lines' | 'other text' | 'twice';
}

const side = fc.record({
  lag: fc.integer({ min: -6, max: 3 }),
  delay: fc.integer({ min: -80, max: 80 }),
  fault: fc.constantFrom(
    'none' as const,
    'none' as const,
    'missing' as const,
    'other lines' as const,
    'other text' as const,
    'twice' as const,
  ),
});

function hookOf(event: AgentEvent, { delay, fault }: Side): AgentEvent[] {
  if (fault === 'missing' || !byHook(event)) return [];
  const hook: AgentEvent = { ...event, via: 'hook', time: (event.time ?? 0) + delay };
  if (fault === 'twice') return [hook, hook];
  if (hook.kind !== 'read' || fault === 'none') return [hook];
  const { returned, lineHashes } = hook;
  if (fault === 'other text')
    return [{ ...hook, lineHashes: Uint32Array.from(lineHashes ?? [], (each) => each + 1) }];
  return [{ ...hook, returned: returned.map(([start, end]) => [start + 3, end + 3]) }];
}

/**
 * The events of the record in their order, and those of hooks before or after their own, as far as `sides` say.
 */
function interleaved(record: readonly AgentEvent[], sides: readonly Side[]): AgentEvent[] {
  const places = record.flatMap((event, at) => {
    const own = sides[at % sides.length] ?? { lag: 0, delay: 0, fault: 'none' };
    return [
      { at, order: 1, event },
      ...hookOf(event, own).map((hook) => ({ at: at + own.lag, order: own.lag <= 0 ? 0 : 2, event: hook })),
    ];
  });
  return places.sort((a, b) => a.at - b.at || a.order - b.order).map(({ event }) => event);
}

function live(events: readonly AgentEvent[]): LiveTracker {
  const tracker = new LiveTracker();
  for (const event of events) tracker.apply(event);
  return tracker;
}

function recorded(events: readonly AgentEvent[]): Tracker {
  const tracker = new Tracker();
  for (const event of events) tracker.apply(event);
  return tracker;
}

const hooked = (event: AgentEvent, over: object = {}): AgentEvent =>
  ({ ...event, via: 'hook', ...over }) as AgentEvent;

describe('hooks and the record', () => {
  it('come to what the record alone comes to, in whatever order they tell and whatever the hooks got wrong', () => {
    fc.assert(
      fc.property(steps, fc.array(side, { minLength: 1, maxLength: 8 }), (list, sides) => {
        const record = sessionOf(list);
        // A person's last word tells that the record is up to date.
        const last = record.at(-1);
        const end: AgentEvent = {
          kind: 'turn',
          source: 'claude-code',
          session: 's',
          agent: 'claude-code',
          actor: 'main',
          call: null,
          time: (last?.time ?? 0) + 1000,
        };
        const all = [...record, end, { ...end, actor: 'sub' }];
        expect(told(live(interleaved(all, sides)))).toEqual(told(recorded(all)));
      }),
      { numRuns: 300 },
    );
  });

  it('see at once what hooks tell, as the record would tell it', () => {
    fc.assert(
      fc.property(steps, fc.nat(), (list, cut) => {
        const record = sessionOf(list).filter(byHook);
        const at = cut % (record.length + 1);
        const ahead = [...record.slice(0, at), ...record.slice(at).map((event) => hooked(event))];
        expect(told(live(ahead))).toEqual(told(recorded(record)));
      }),
    );
  });

  it('need no record', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const record = sessionOf(list).filter(byHook);
        const tracker = live(record.map((event) => hooked(event)));
        expect(told(tracker)).toEqual(told(recorded(record)));
        const time = (record.at(-1)?.time ?? 0) + 10 * MINUTE;
        const late: AgentEvent = {
          kind: 'prompt',
          source: 'claude-code',
          session: 's',
          agent: 'claude-code',
          actor: 'main',
          call: null,
          time,
        };
        tracker.apply(hooked(late));
        expect(told(tracker)).toEqual(told(recorded([...record, late])));
        // A record that comes after all counts nothing again.
        for (const event of record) tracker.apply(event);
        expect(told(tracker)).toEqual(told(recorded([...record, late])));
      }),
    );
  });

  it('come to the same, where some of them tell long after', () => {
    fc.assert(
      fc.property(steps, fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }), (list, late) => {
        // Ten seconds apart, so that one that is late is seen to be.
        const record = sessionOf(list).filter(byHook);
        const times = new Map(record.map(({ time }, i) => [time, 1000 + 10_000 * i]));
        const slow = record.map((event) => ({ ...event, time: times.get(event.time) ?? 0 }));
        const isLate = (at: number) => late[at % late.length] === true;
        const order = [...slow.filter((_, at) => !isLate(at)), ...slow.filter((_, at) => isLate(at))];
        expect(told(live(order.map((event) => hooked(event))))).toEqual(told(recorded(slow)));
      }),
    );
  });

  it('are told as news once, unless the record knows better', () => {
    fc.assert(
      fc.property(steps, fc.array(side, { minLength: 1, maxLength: 8 }), (list, sides) => {
        const good = sides.filter(({ fault }) => fault !== 'other lines' && fault !== 'other text');
        const record = sessionOf(list).filter(({ kind }) => kind === 'read');
        const tracker = new LiveTracker();
        const verdicts = new Map<string | null, unknown[]>();
        for (const event of interleaved(record, good)) {
          const { isNews, read } = tracker.apply(event);
          if (!isNews) continue;
          const verdict = [read?.progress, read?.newLines, read?.uncertain, read?.level];
          verdicts.set(event.call, [...(verdicts.get(event.call) ?? []), verdict]);
        }
        for (const { call } of record) {
          const news = verdicts.get(call) ?? [];
          expect(news.length).toBeGreaterThan(0);
          if (news.length > 1) expect(news[0]).not.toEqual(news[1]);
        }
      }),
    );
  });
});

describe('a call that both sides tell', () => {
  const world = () => new World({}, { agent: 'claude-code', source: 'claude-code' });
  const readOf = (lines: readonly [number, number], call: string, time: number): ReadEvent => ({
    ...world().envelope({ call, time }),
    kind: 'read',
    path: '/f',
    written: '/f',
    form: 'tool',
    requested: null,
    returned: [lines],
    totalLines: 100,
    outcome: 'complete',
    lineHashes: hashes(text(100).slice(lines[0] - 1, lines[1])),
  });

  it('counts once', () => {
    const tracker = new LiveTracker();
    const first = readOf([1, 50], 'c1', 1000);
    const again = readOf([10, 20], 'c2', 2000);
    expect(tracker.apply(hooked(first))).toMatchObject({ isNews: true, read: { newLines: 50 } });
    expect(tracker.apply(first)).toMatchObject({ isNews: false });
    expect(tracker.apply(again)).toMatchObject({ isNews: true, read: { streak: 1 } });
    expect(tracker.apply(hooked(again))).toMatchObject({ isNews: false, duplicate: true });
    expect(tracker.sessions()[0]?.actors[0]).toMatchObject({ reads: 2, streak: 1 });
  });

  it('counts once as soon as the record has told it, though its hook came later by the clock', () => {
    const tracker = new LiveTracker();
    const first = readOf([1, 50], 'c1', 1000);
    tracker.apply(hooked(first, { time: 1500 }));
    tracker.apply(first);
    expect(tracker.sessions()[0]?.actors[0]).toMatchObject({ reads: 1, streak: 0, lastTime: 1000 });
  });

  it('is what the record says, however late it comes', () => {
    const tracker = new LiveTracker();
    const day = 24 * 60 * MINUTE;
    tracker.apply(hooked(readOf([1, 50], 'c1', 1000)));
    tracker.apply(hooked(readOf([10, 20], 'c2', 1000 + day)));
    expect(tracker.apply(readOf([7, 8], 'c1', 1010))).toMatchObject({ duplicate: false, isNews: true });
    expect(tracker.reads(key).map(seen)).toEqual([
      { n: 2, g: 0, f: 0 },
      { n: 11, g: 0, f: 0 },
    ]);
    tracker.apply(readOf([7, 8], 'c2', 1010 + day));
    expect(tracker.files(key)[0]?.versions[0]?.covered).toEqual([[7, 8]]);
  });

  it('is what the hook said, once that was too much to be kept apart', () => {
    const tracker = new LiveTracker();
    for (let n = 0; n < MOST_AHEAD_EVENTS + 1; n++) tracker.apply(hooked(readOf([1, 50], `c${n}`, 1000 + n)));
    expect(tracker.apply(readOf([7, 8], 'c0', 1000))).toMatchObject({ duplicate: true, isNews: false });
    expect(tracker.files(key)[0]?.versions[0]?.covered).toEqual([[1, 50]]);
  });

  it('is what the record says, where a hook saw other lines', () => {
    const tracker = new LiveTracker();
    tracker.apply(hooked(readOf([1, 50], 'c1', 1000)));
    const right = tracker.apply(readOf([7, 8], 'c1', 1010));
    expect(right).toMatchObject({ isNews: true, changedPaths: ['/f', '/f'] });
    expect(tracker.files(key)[0]?.versions[0]?.covered).toEqual([[7, 8]]);
    expect(tracker.reads(key).map(seen)).toEqual([{ n: 2, g: 0, f: 0 }]);
  });

  it('is gone where the record is past it without a word', () => {
    const tracker = new LiveTracker();
    tracker.apply(hooked(readOf([1, 50], 'c1', 1000)));
    tracker.apply({ ...readOf([60, 61], 'c2', 3000) });
    expect(tracker.files(key)[0]?.versions[0]?.covered).toEqual([[60, 61]]);
  });

  it('that ran beside others never counts towards a stop on the word of a hook', () => {
    const tracker = new LiveTracker({ levels: { notice: 1, warning: 2, stop: 3 } });
    tracker.apply(hooked(readOf([1, 50], 'c0', 1000)));
    const levels = [1, 2, 3, 4, 5].map((n) => {
      const event = readOf([1, 10], `c${n}`, 1000 + n);
      return tracker.apply(hooked(event, { isUnordered: true })).read;
    });
    expect(levels.map((read) => [read?.level, read?.stopStreak])).toEqual([
      ['notice', 0],
      ['warning', 0],
      [null, 0],
      [null, 0],
      [null, 0],
    ]);
    for (const n of [0, 1, 2, 3]) tracker.apply(readOf(n === 0 ? [1, 50] : [1, 10], `c${n}`, 1000 + n));
    expect(tracker.reads(key).map(({ stopStreak }) => stopStreak)).toEqual([0, 1, 2, 3, 3, 3]);
  });

  it('counts once, where the record neither names it nor knows its lines', () => {
    const nameless: ReadEvent = {
      ...readOf([1, 50], '', 0),
      call: null,
      time: null,
      returned: [],
      lineHashes: new Uint32Array(0),
      totalLines: null,
      outcome: 'unknown-range',
    };
    const tracker = new LiveTracker();
    tracker.apply(nameless);
    expect(tracker.reads(key)).toMatchObject([{ call: null, outcome: 'unknown-range' }]);
    tracker.apply(hooked(readOf([1, 50], 'c1', 1000)));
    expect(tracker.apply(nameless)).toMatchObject({ duplicate: true, isNews: false });
    tracker.apply(hooked(readOf([1, 50], 'c2', 2000)));
    expect(tracker.reads(key).map(({ call, streak }) => [call, streak])).toEqual([
      [null, 0],
      ['c1', 0],
      ['c2', 1],
    ]);
  });

  it('can be foreseen, which changes nothing', () => {
    const tracker = new LiveTracker();
    tracker.apply(hooked(readOf([1, 50], 'c1', 1000)));
    const before = told(tracker);
    expect(tracker.foresee(readOf([5, 9], 'c2', 2000)).read).toMatchObject({
      progress: 'no-progress',
      streak: 1,
    });
    expect(tracker.foresee(readOf([50, 51], 'c2', 2000)).read).toMatchObject({ progress: 'progress' });
    expect(told(tracker)).toEqual(before);
  });
});

describe('two sessions of one agent', () => {
  it('share what the record tells of a file, and keep apart what hooks told', () => {
    const one = new World({}, { agent: 'claude-code', source: 'claude-code', session: 'one' });
    const two = new World({}, { agent: 'claude-code', source: 'claude-code', session: 'two' });
    const tracker = new LiveTracker();
    const apply = (world: World, over: object = {}) =>
      tracker.apply({ ...(world.events.at(-1) as AgentEvent), ...over });
    one.read(1, 100);
    apply(one);
    two.read(1, 100);
    apply(two, { via: 'hook' });
    one.edit(1, 1, ['new']);
    apply(one);
    two.files.set('/f', one.files.get('/f') ?? []);
    two.read(1, 100);
    expect(apply(two, { via: 'hook' })).toMatchObject({ read: { version: 2, newLines: 100 } });
    expect(tracker.coverage(one.key, '/f')?.versions.map(({ actors }) => actors.size)).toEqual([1, 1]);
    expect(tracker.sessions().map(({ session }) => session)).toEqual(['one', 'two']);
  });
});
