import { describe, expect, it } from 'vitest';
import { CallPlaces, type RecordPlace } from '../../../src/editor/transcripts/callPlaces';
import type { ReadRecord } from '../../../src/tracker/views';
import { World } from '../tracker/world';

const CALL = '/t/session.jsonl';

/** Observes what a read led to, as found at a place. */
function seen(places: CallPlaces, world: World, read: ReadRecord, place: RecordPlace): void {
  const event = world.events.at(-1);
  if (event === undefined) throw new Error('Nothing happened.');
  const applied = {
    duplicate: false,
    session: world.key,
    actor: 'main',
    newRanges: [],
    attested: false,
    changedPaths: [],
  };
  places.observe(event, { ...applied, read, findings: [] }, place);
}

describe('the place of a call', () => {
  it('is where its record was found, also when the file was rewritten, and not where a copy was', () => {
    const places = new CallPlaces();
    const world = new World();
    const read = world.read(1, 10, { call: 'c1' });
    expect(places.of(world.key, read)).toBeUndefined();
    seen(places, world, read, { file: CALL, line: 7 });
    seen(places, world, read, { file: '/t/fork.jsonl', line: 3 });
    expect(places.of(world.key, read)).toEqual({ file: CALL, line: 7 });
    seen(places, world, read, { file: CALL, line: 9 });
    expect(places.ofCall(world.key, 'c1')?.line).toBe(9);
    expect(places.of(world.key, { ...read })?.line).toBe(9);
  });

  it('of what has no call is known by itself', () => {
    const places = new CallPlaces();
    const world = new World();
    const first = world.read(1, 10, { call: null });
    seen(places, world, first, { file: CALL, line: 1 });
    const second = world.read(1, 10, { call: null });
    seen(places, world, second, { file: CALL, line: 2 });
    expect([first, second].map((read) => places.of(world.key, read)?.line)).toEqual([1, 2]);
    expect(places.of(world.key, { ...first })).toBeUndefined();
  });
});
