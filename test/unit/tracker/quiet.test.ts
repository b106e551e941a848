import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../src/tracker/event';
import { LiveTracker } from '../../../src/tracker/liveTracker';
import { NOTES } from '../../../src/tracker/notes';
import { Tracker } from '../../../src/tracker/tracker';
import type { ReadRecord, SessionKey } from '../../../src/tracker/views';
import { sessionOf, steps } from './sessions';
import { text, World } from './world';

const isQuiet = (_: SessionKey, path: string) => path === '/g';

function repeating(world: World, path: string, times: number): ReadRecord {
  let read = world.read(1, 20, { path });
  for (let at = 0; at < times; at++) read = world.read(1, 20, { path });
  return read;
}

describe('a quiet file', () => {
  it('has its repeats told and paid for, and raises nothing', () => {
    const world = new World({ isQuiet });
    world.files.set('/g', text(60, 'g'));
    expect(repeating(world, '/g', 10)).toMatchObject({
      progress: 'no-progress',
      streak: 0,
      fileStreak: 0,
      fileRepeats: 0,
      stopStreak: 0,
      level: null,
      notes: [NOTES.quiet],
    });
    expect(world.findings).toEqual([]);
    expect(world.summary()).toMatchObject({ maxStreak: 0, redundantReads: 10, danger: { value: 0 } });
    expect(world.file('/g')).toMatchObject({ reads: 11, redundantReads: 10 });
    expect(world.file('/g').cost.repeatedLines).toBe(200);
  });

  it('says so at reads for nothing only', () => {
    const world = new World({ isQuiet });
    world.files.set('/g', text(60, 'g'));
    expect(world.read(1, 20, { path: '/g' }).notes).toEqual([]);
    expect(world.read(1, 30, { path: '/g' }).notes).toEqual([]);
    expect(world.readNothing('failed', { path: '/g' }, { error: 'denied' }).notes).not.toContain(NOTES.quiet);
  });

  it('is not said to be crept over; a blind change of it still is one', () => {
    const creep = (settings: ConstructorParameters<typeof World>[0]) => {
      const world = new World(settings);
      world.files.set('/g', text(500, 'g'));
      for (const end of [220, 260, 300, 330]) world.read(1, end, { path: '/g' });
      world.edit(450, 1, ['new'], { path: '/g' });
      return world.findings.map(({ detector }) => detector);
    };
    expect(creep({})).toEqual(['low-yield', 'blind-change']);
    expect(creep({ isQuiet })).toEqual(['blind-change']);
  });

  it('leaves the counters of other files alone, and its new lines are progress', () => {
    const world = new World({ isQuiet });
    world.files.set('/g', text(60, 'g'));
    world.read(1, 5, { path: '/g' });
    world.read(1, 50);
    expect(world.read(1, 50).streak).toBe(1);
    expect(world.read(1, 5, { path: '/g' }).streak).toBe(1);
    expect(world.read(1, 50)).toMatchObject({ streak: 2, level: 'notice' });
    expect(world.read(1, 9, { path: '/g' }).streak).toBe(0);
  });

  it('other files are judged as if its reads for nothing had not been', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const events = sessionOf(list);
        fc.pre(!events.some((event) => event.kind === 'context-lost' && event.reason !== 'compaction'));
        const quiet = readsOf(events, { isQuiet });
        const forNothing = quiet.filter(({ path, progress }) => path === '/g' && progress === 'no-progress');
        const calls = new Set(forNothing.map(({ call }) => call));
        const without = readsOf(events.filter(({ call }) => call === null || !calls.has(call)));
        const verdicts = (reads: readonly ReadRecord[]) =>
          reads.filter(({ path }) => path === '/f').map(({ ordinal: _, ...read }) => read);
        expect(verdicts(quiet)).toEqual(verdicts(without));
      }),
    );
  });

  it('is quiet in its own session only', () => {
    const one = new World({ isQuiet: (session, path) => session === 'test\u0000s' && path === '/f' });
    expect(repeating(one, '/f', 6).level).toBe(null);
    const other = new World(
      { isQuiet: (session, path) => session === 'test\u0000s' && path === '/f' },
      { session: 't' },
    );
    expect(repeating(other, '/f', 6).level).toBe('stop');
  });
});

function readsOf(events: readonly AgentEvent[], settings: ConstructorParameters<typeof Tracker>[0] = {}) {
  const tracker = new Tracker(settings);
  return events.flatMap((event) => tracker.apply(event).read ?? []);
}

describe('reads that were no loop after all', () => {
  it('take the counters of their file, and the streak they are in, back to 0', () => {
    const world = new World();
    repeating(world, '/f', 6);
    expect(world.summary().danger.value).toBe(6);
    world.tracker.forgive(world.key, '/f');
    expect(world.summary()).toMatchObject({ streak: 0, stopStreak: 0, danger: { value: 0 } });
    expect(world.read(1, 20)).toMatchObject({ streak: 1, fileStreak: 1, fileRepeats: 1, level: null });
    expect(world.summary().redundantReads).toBe(7);
  });

  it('leave the streak of reads of other files alone', () => {
    const world = new World();
    world.files.set('/g', text(60, 'g'));
    world.read(1, 5, { path: '/g' });
    repeating(world, '/f', 3);
    world.tracker.forgive(world.key, '/g');
    expect(world.summary().streak).toBe(3);
  });

  it('stay forgiven whatever hooks tell before the record does', () => {
    let quiet = false;
    const tracker = new LiveTracker({ isQuiet: () => quiet });
    const world = new World();
    repeating(world, '/f', 4);
    const [key] = world.events.map((event) => tracker.apply({ ...event, via: 'hook' }).session);
    if (key === undefined) throw new Error('nothing was told');
    expect(tracker.sessions()[0]?.actors[0]?.danger.value).toBe(4);
    quiet = true;
    tracker.forgive(key, '/f');
    expect(tracker.sessions()[0]?.actors[0]?.danger.value).toBe(0);
  });
});
