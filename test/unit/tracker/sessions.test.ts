import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrackerLimits } from '../../../src/tracker/limits';
import { Session } from '../../../src/tracker/session';
import { Sessions } from '../../../src/tracker/sessions';
import { Tracker } from '../../../src/tracker/tracker';
import { type SessionKey, sessionKey } from '../../../src/tracker/views';
import { World } from './world';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const keyOf = (name: string) => sessionKey('test', name);

function sessionsWith(limits: Partial<TrackerLimits>) {
  const all = { sessions: 4, weight: Infinity, actors: 100, files: 100, ...limits };
  const sessions = new Sessions(all, () => undefined);
  let made = 0;
  return {
    sessions,
    act: (name: string, held: ReadonlySet<string>) => {
      const create = () => new Session({ source: 'test', session: name, agent: 'test' }, made++, all);
      const isHeld = (key: SessionKey) => [...held].some((each) => keyOf(each) === key);
      return sessions.act(keyOf(name), create, isHeld);
    },
  };
}

describe('the sessions that are kept', () => {
  it('are those that did something last, and those that are held while there are not twice as many', () => {
    const names = fc.constantFrom(...NAMES);
    const held = fc.array(names, { maxLength: 12, size: 'max' });
    fc.assert(
      fc.property(fc.array(fc.tuple(names, held), { maxLength: 40, size: 'max' }), (steps) => {
        const { sessions, act } = sessionsWith({ sessions: 2 });
        let naive: string[] = [];
        for (const [name, names] of steps) {
          const isNew = !naive.includes(name);
          naive = [...naive.filter((each) => each !== name), name];
          act(name, new Set(names));
          if (!isNew) {
            expect(sessions.inOrder()).toHaveLength(naive.length);
            continue;
          }
          while (naive.length > 2) {
            const goes =
              naive.find((each) => each !== name && !names.includes(each)) ??
              (naive.length > 4 ? naive.find((each) => each !== name) : undefined);
            if (goes === undefined) break;
            naive = naive.filter((each) => each !== goes);
          }
          expect(
            sessions
              .inOrder()
              .map(({ id }) => id)
              .sort(),
          ).toEqual([...naive].sort());
        }
      }),
    );
  });

  it('hold no more than the limit together', () => {
    const { sessions, act } = sessionsWith({ sessions: 100, weight: 10 });
    const none = new Set<string>();
    for (const name of NAMES) for (let actor = 0; actor < 4; actor++) act(name, none).actor(`${actor}`);
    act('g', none);
    expect(sessions.inOrder().map(({ id }) => id)).toEqual(['e', 'f', 'g']);
    // One that is at work for long is not looked at with each event.
    for (let actor = 0; actor < 600; actor++) act('g', none).actor(`${actor}`);
    expect(sessions.inOrder().map(({ id }) => id)).toEqual(['g']);
  });

  it('are held, however much the one holds that is at work', () => {
    const { sessions, act } = sessionsWith({ sessions: 100, weight: 10 });
    const drawn = new Set(['a']);
    for (const name of ['a', 'b']) act(name, drawn).actor('main');
    for (let actor = 0; actor < 600; actor++) act('c', drawn).actor(`${actor}`);
    expect(sessions.inOrder().map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('are told as they were, or not at all', () => {
    const world = new World();
    world.read(1, 50);
    const limits = { sessions: Infinity, weight: 20, actors: 10, files: 10 };
    let held = true;
    const tracker = new Tracker({ isHeld: (key) => held && key === world.key }, limits);
    for (const event of world.events) tracker.apply(event);
    const others = Array.from({ length: 20 }, (_, at) => {
      const other = new World({}, { session: `s${at}` });
      other.read(1, 50);
      return other;
    });
    const hear = () => {
      for (const { events } of others) for (const event of events) tracker.apply(event);
    };
    hear();
    const told = (of: { key: SessionKey; tracker: Tracker }) =>
      [tracker, of.tracker].map((each) => [
        each.sessions().find(({ key }) => key === of.key),
        each.files(of.key),
        each.reads(of.key),
        each.findings(of.key),
      ]);
    const expectTold = (of: World) => {
      const [here, there] = told(of);
      expect(here).toEqual(there);
    };
    expectTold(world);
    for (const other of others.slice(-3)) expectTold(other);
    const [first] = others;
    if (first === undefined) throw new Error('no other');
    expect(tracker.sessions().some(({ key }) => key === first.key)).toBe(false);
    expect([tracker.files(first.key), tracker.reads(first.key), tracker.findings(first.key)]).toEqual([
      [],
      [],
      [],
    ]);
    expect(tracker.coverage(first.key, '/f')).toBeUndefined();
    held = false;
    hear();
    expect(tracker.sessions().some(({ key }) => key === world.key)).toBe(false);
  });

  it('are told of no change with certainty, once they come back', () => {
    for (const isForeseen of [false, true]) {
      const limits = { sessions: 1, weight: Infinity, actors: 10, files: 10 };
      const tracker = new Tracker({}, limits);
      const world = new World();
      world.read();
      const other = new World({}, { session: 'other' });
      other.read();
      for (const event of [...world.events, ...other.events]) tracker.apply(event);
      world.edit(5, 1, ['new']);
      const edit = world.events.at(-1);
      if (edit === undefined) throw new Error('no edit');
      const told = isForeseen ? tracker.copyOf(world.key, 'test') : tracker;
      expect(told.apply(edit).findings.filter(({ uncertain }) => !uncertain)).toEqual([]);
      // Of what it was given since, too, it is not known whether that is all.
      world.read(50, 60);
      world.edit(7, 1, ['newer']);
      const later = world.events.slice(-2).flatMap((event) => told.apply(event).findings);
      expect(later.filter(({ uncertain }) => !uncertain)).toEqual([]);
    }
  });

  it('are told of no change with certainty by an actor that was forgotten, once it comes back', () => {
    for (const isForeseen of [false, true]) {
      const tracker = new Tracker({}, { sessions: 10, weight: Infinity, actors: 4, files: 10 });
      const world = new World();
      world.read();
      const [read] = world.events;
      if (read === undefined) throw new Error('no read');
      for (let other = 0; other < 6; other++) {
        tracker.apply(other === 0 ? read : { ...read, actor: `other ${other}`, call: `other ${other}` });
      }
      expect(tracker.sessions()[0]?.actors.some(({ actor }) => actor === read.actor)).toBe(false);
      world.edit(5, 1, ['new']);
      world.edit(7, 1, ['newer']);
      const told = isForeseen ? tracker.copyOf(world.key, 'test') : tracker;
      const findings = world.events.slice(1).flatMap((event) => told.apply(event).findings);
      expect(findings.length).toBeGreaterThan(0);
      expect(findings.filter(({ uncertain }) => !uncertain)).toEqual([]);
    }
  });

  it('and with the last of a source, its files', () => {
    const limits = { sessions: 2, weight: Infinity, actors: 10, files: 10 };
    const tracker = new Tracker({}, limits);
    const versionRead = (source: string, session: string, text: readonly string[]) => {
      const world = new World({}, { source, session });
      world.files.set('/f', [...text]);
      world.read();
      return world.events.map((event) => tracker.apply(event).read?.version);
    };
    const first = ['log', 'other'].map((source) => versionRead(source, '1', ['a']));
    const second = versionRead('log', '2', ['b']);
    // By now the only session of the other source is gone, and the first of the log.
    expect([first, second]).toEqual([[[1], [1]], [2]]);
    expect(versionRead('log', '3', ['c'])).toEqual([3]);
    expect(versionRead('other', '2', ['d'])).toEqual([1]);
  });
});
