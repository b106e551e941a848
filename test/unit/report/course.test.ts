import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Course } from '../../../src/report/course';
import { coverageAt } from '../../../src/report/courseMoment';
import { Courses } from '../../../src/report/courses';
import type { AgentEvent, ContextLostReason } from '../../../src/tracker/event';
import { Tracker } from '../../../src/tracker/tracker';
import type { Applied } from '../../../src/tracker/views';
import { hashes, text, World } from '../tracker/world';

/** A world whose course is kept. */
class Recorded extends World {
  readonly course = new Course();

  override apply(event: AgentEvent): Applied {
    const applied = super.apply(event);
    this.course.add(event, applied);
    return applied;
  }
}

describe('the course of a session', () => {
  it('tells new lines from repeated ones, and changes, losses and prompts between them', () => {
    const world = new Recorded();
    world.read(1, 20);
    world.read(11, 30);
    world.read(11, 30);
    world.edit(5, 6, ['x', 'y']);
    world.apply({ kind: 'context-lost', ...world.envelope({ call: null }), reason: 'compaction' });
    world.apply({ kind: 'prompt', ...world.envelope({ call: null }) });
    world.apply({ kind: 'turn', ...world.envelope({ call: null }) });
    expect(world.course.entries).toMatchObject([
      { kind: 'read', path: '/f', version: 1, returned: [[1, 20]], fresh: [[1, 20]], progress: 'progress' },
      { kind: 'read', returned: [[11, 30]], fresh: [[21, 30]] },
      { kind: 'read', returned: [[11, 30]], fresh: [], progress: 'no-progress' },
      { kind: 'edit', path: '/f', lines: [[5, 6]] },
      { kind: 'context-lost', reason: 'compaction' },
      { kind: 'prompt' },
    ]);
    expect([...world.course.heights]).toEqual([['/f', 100]]);
  });

  it('knows by the file itself how high it is, where the agent does not tell', () => {
    const world = new Recorded();
    world.read(1, 4, {}, { totalLines: null });
    expect([...world.course.heights]).toEqual([['/f', 4]]);
    expect(world.course.hasEnd('/f')).toBe(false);
    const disk = { contentHash: 'h', lineHashes: hashes(text(100)) };
    world.read(1, 4, {}, { totalLines: null, disk });
    expect([...world.course.heights]).toEqual([['/f', 100]]);
    expect(world.course.hasEnd('/f')).toBe(true);
  });

  it('has a stop that the record does not tell of, once', () => {
    const world = new Recorded();
    expect(world.course.stopped('main', 1)).toBe(0);
    world.read(1, 20);
    expect(world.course.stopped('main', 2)).toBe(1);
    expect(world.course.stopped('main', 3)).toBe(0);
    world.read(21, 30);
    world.apply({ kind: 'interrupted', ...world.envelope({ call: null }) });
    expect(world.course.stopped('main', 4)).toBe(0);
    expect(world.course.entries.map(({ kind }) => kind)).toEqual(['read', 'stop', 'read', 'interrupted']);
  });

  it('keeps the newest, and says how many are gone', () => {
    const world = new Recorded();
    for (let i = 0; i < 20_001; i++) world.read(1, 5);
    expect(world.course.entries).toHaveLength(10_001);
    expect(world.course.dropped).toBe(10_000);
  });

  it('goes for the session that was silent longest where all together are too many', () => {
    const world = new World();
    const courses = new Courses();
    const sessions = Array.from({ length: 22 }, (_, i) => new World({}, { session: `s${i}` }));
    const applied = world.apply({ kind: 'prompt', ...world.envelope({ call: null }) });
    for (const { key } of sessions)
      for (let i = 0; i < 10_000; i++) {
        courses.add({ kind: 'prompt', ...world.envelope({ call: null }) }, { ...applied, session: key });
      }
    expect(sessions.map(({ key }) => courses.of(key) !== undefined).indexOf(true)).toBe(2);
  });
});

const line = fc.integer({ min: 1, max: 100 });
const deed = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      from: line,
      to: line,
      actor: fc.constantFrom('main', 'sub'),
      isMereRange: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom<ContextLostReason>('compaction', 'clear', 'eviction', 'rewind'),
      calls: fc.array(
        fc.integer({ min: 1, max: 30 }).map((n) => `c${n}`),
        { maxLength: 4 },
      ),
      actor: fc.constantFrom('main', 'sub'),
    }),
  },
);

describe('what was given at a moment of the course', () => {
  it('is what a tracker knew that had heard no more', () => {
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 25 }), fc.nat(25), (deeds, until) => {
        const world = new Recorded();
        for (const each of deeds) {
          const { actor } = each;
          if (each.do === 'read') {
            world.rangesOnly = each.isMereRange;
            world.read(Math.min(each.from, each.to), Math.max(each.from, each.to), { actor });
            continue;
          }
          const [toCall = 'c1'] = each.calls;
          const named = {
            compaction: { kept: each.calls },
            clear: {},
            eviction: { calls: each.calls },
            rewind: { toCall },
          }[each.do];
          // A rewind to a call that the actor never made is not one.
          if (each.do === 'rewind' && !isCallOf(world, toCall, actor)) continue;
          const envelope = world.envelope({ actor, call: null });
          world.apply({ kind: 'context-lost', ...envelope, reason: each.do, ...named });
        }
        const tracker = new Tracker();
        for (const event of world.events.slice(0, until)) tracker.apply(event);
        const [known] = tracker.coverage(world.key, '/f')?.versions ?? [];
        const drawn = known && coverageAt(world.course.entries, until, '/f', known);
        expect(drawn ?? new Map()).toEqual(known?.actors ?? new Map());
      }),
      { numRuns: 300 },
    );
  });

  it('leaves out lines of which only the numbers were told, once more is known of the text', () => {
    const world = new Recorded();
    world.rangesOnly = true;
    world.read(1, 10);
    const at = () => {
      const [known] = world.tracker.coverage(world.key, '/f')?.versions ?? [];
      return known && [...coverageAt(world.course.entries, 1, '/f', known).values()].flat();
    };
    expect(at()).toMatchObject([{ start: 1, end: 10, times: 1 }]);
    world.rangesOnly = false;
    world.read(20, 30);
    expect(at()).toEqual([]);
  });
});

function isCallOf({ events }: World, call: string, actor: string): boolean {
  return events.some((event) => event.call === call && event.actor === actor);
}
