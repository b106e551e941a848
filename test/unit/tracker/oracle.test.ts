import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Tracker } from '../../../src/tracker/tracker';
import { seen, World } from './world';

/** One thing that happens in a random session. */
type Step =
  | {
      readonly do: 'read';
      readonly actor: string;
      readonly path: string;
      readonly start: number;
      readonly length: number;
    }
  | {
      readonly do: 'edit';
      readonly actor: string;
      readonly path: string;
      readonly at: number;
      readonly old: number;
      readonly lines: number;
    }
  | { readonly do: 'outside'; readonly path: string; readonly at: number }
  | { readonly do: 'compact'; readonly actor: string }
  | { readonly do: 'fail' | 'prompt' };

const actor = fc.constantFrom('main', 'sub');
const path = fc.constantFrom('/f', '/g');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      actor,
      path,
      start: fc.integer({ min: 1, max: 34 }),
      length: fc.integer({ min: 1, max: 20 }),
    }),
  },
  fc.record({
    do: fc.constant('edit' as const),
    actor,
    path,
    at: fc.integer({ min: 1, max: 25 }),
    old: fc.nat(3),
    lines: fc.nat(3),
  }),
  fc.record({ do: fc.constant('outside' as const), path, at: fc.integer({ min: 1, max: 25 }) }),
  fc.record({ do: fc.constant('compact' as const), actor }),
  fc.record({ do: fc.constantFrom('fail' as const, 'prompt' as const) }),
);

/** The specification, said with sets of lines: a version is a text, each actor has a set of lines of the text of now. */
class Naive {
  readonly files = new Map([
    ['/f', Array.from({ length: 30 }, (_, i) => `f${i}`)],
    ['/g', Array.from({ length: 30 }, (_, i) => `g${i}`)],
  ]);
  readonly #given = new Map<string, { text: string; context: Set<number>; started: boolean }>();
  readonly #ever = new Map<string, Set<number>>();
  readonly #streak = new Map<string, number>();
  readonly #fileStreak = new Map<string, number>();

  read(who: string, file: string, start: number, end: number) {
    const lines = this.files.get(file) ?? [];
    const key = `${who} ${file}`;
    const state = this.#stateOf(who, file);
    const range = lines.map((_, i) => i + 1).filter((line) => line >= start && line <= end);
    const added = range.filter((line) => !state.context.has(line));
    for (const line of range) {
      state.context.add(line);
      this.everOf(who, file).add(line);
    }
    if (added.length > 0) {
      this.#streak.set(who, 0);
      this.#fileStreak.set(key, 0);
    } else if (state.started) {
      this.#streak.set(who, (this.#streak.get(who) ?? 0) + 1);
      this.#fileStreak.set(key, (this.#fileStreak.get(key) ?? 0) + 1);
    }
    state.started = true;
    return { n: added.length, g: this.#streak.get(who) ?? 0, f: this.#fileStreak.get(key) ?? 0 };
  }

  change(file: string, lines: string[]): void {
    this.files.set(file, lines);
    for (const key of this.#given.keys()) {
      if (!key.endsWith(file)) continue;
      this.#given.delete(key);
      this.#fileStreak.set(key, 0);
    }
  }

  compact(who: string): void {
    for (const [key, state] of this.#given) if (key.startsWith(who)) state.context.clear();
    for (const key of this.#fileStreak.keys()) if (key.startsWith(who)) this.#fileStreak.set(key, 0);
    this.#streak.set(who, 0);
  }

  progress(who: string): void {
    this.#streak.set(who, 0);
  }

  /** Lines of the text of now that the actor was ever given. */
  everOf(who: string, file: string): Set<number> {
    const key = `${who} ${file} ${this.files.get(file)?.join()}`;
    const known = this.#ever.get(key) ?? new Set();
    this.#ever.set(key, known);
    return known;
  }

  #stateOf(who: string, file: string) {
    const key = `${who} ${file}`;
    const known = this.#given.get(key) ?? { text: '', context: new Set<number>(), started: false };
    this.#given.set(key, known);
    return known;
  }
}

function play(steps: readonly Step[]): World {
  const world = new World();
  const naive = new Naive();
  let edits = 0;
  for (const [file, lines] of naive.files) world.files.set(file, lines);
  // The whole text is known from the start, so that each outside change is seen at the next read of that line at the
  // latest; the oracle knows of it at once, so one line tells the version: the first.
  const changed = (file: string) => world.files.set(file, [...(naive.files.get(file) ?? [])]);
  for (const one of steps) {
    if (one.do === 'read') {
      const end = one.start + one.length - 1;
      const expected = naive.read(one.actor, one.path, one.start, end);
      const read = world.read(
        one.start,
        end,
        { actor: one.actor, path: one.path },
        { contentHash: contentHash(world, one.path) },
      );
      expect(seen(read)).toEqual(expected);
    } else if (one.do === 'edit') {
      const lines = [...(naive.files.get(one.path) ?? [])];
      const at = Math.min(one.at, lines.length + 1);
      const old = Math.min(one.old, lines.length - at + 1);
      const written = Array.from({ length: one.lines }, () => `e${edits++}`);
      if (old === 0 && written.length === 0) continue;
      lines.splice(at - 1, old, ...written);
      naive.change(one.path, lines);
      naive.progress(one.actor);
      // Without a hash of the whole, a change from outside of lines that are not read would not be seen.
      world.edit(at, old, written, { actor: one.actor, path: one.path }, { contentHash: hashOf(lines) });
      changed(one.path);
    } else if (one.do === 'outside') {
      const lines = [...(naive.files.get(one.path) ?? [])];
      lines.splice(Math.min(one.at, lines.length), 0, `o${edits++}`);
      naive.change(one.path, lines);
      changed(one.path);
    } else if (one.do === 'compact') {
      naive.compact(one.actor);
      world.compact({ actor: one.actor });
    } else if (one.do === 'prompt') world.prompt();
    else world.readNothing('failed', { path: '/f' }, { error: 'not-found' });
  }
  for (const file of naive.files.keys()) {
    for (const who of ['main', 'sub']) expectNoMoreThanGiven(world, naive, who, file);
  }
  return world;
}

const hashOf = (lines: readonly string[]) => `sha256:${lines.join('\n')}`;
const contentHash = (world: World, file: string) => hashOf(world.files.get(file) ?? []);

/** No line is ever drawn as read that the actor was not given at exactly this text. */
function expectNoMoreThanGiven(world: World, naive: Naive, who: string, file: string): void {
  const hash = contentHash(world, file);
  const version = world.tracker.coverage(world.key, file)?.versions.find((each) => each.contentHash === hash);
  const covered = (version?.actors.get(who) ?? [])
    .filter(({ times }) => times > 0)
    .flatMap(({ start, end }) => Array.from({ length: end - start + 1 }, (_, i) => start + i));
  const given = naive.everOf(who, file);
  expect(covered.filter((line) => !given.has(line))).toEqual([]);
}

describe('against sets of lines', () => {
  it('new lines, streaks and coverage are the same', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        play(steps);
      }),
      { numRuns: 400 },
    );
  });

  it('any split of the stream gives the same state', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.nat(), (steps, cut) => {
        const { events, tracker: whole } = play(steps);
        const at = events.length === 0 ? 0 : cut % events.length;
        const pieces = new Tracker();
        for (const event of events.slice(0, at)) pieces.apply(event);
        stateOf(pieces); // Looking in between changes nothing.
        for (const event of events.slice(at)) pieces.apply(event);
        expect(stateOf(pieces)).toEqual(stateOf(whole));
        // Seeing the last calls again, as a second source would tell of them, changes nothing either.
        for (const event of events.slice(at)) if (event.call !== null) pieces.apply(event);
        expect(stateOf(pieces)).toEqual(stateOf(whole));
      }),
      { numRuns: 200 },
    );
  });
});

function stateOf(tracker: Tracker) {
  return tracker.sessions().map((session) => ({
    session,
    files: session.actors.map(({ actor: who }) => tracker.files(session.key, who)),
    reads: tracker.reads(session.key),
    coverage: ['/f', '/g'].map((file) =>
      tracker.coverage(session.key, file)?.versions.map(({ lines: _, ...version }) => version),
    ),
  }));
}
