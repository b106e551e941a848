// Random sessions of two actors on two files, as events, and everything that a tracker tells of them.
import fc from 'fast-check';
import type { AgentEvent } from '../../../src/tracker/event';
import type { TrackerView } from '../../../src/tracker/views';
import { hash, text, World } from './world';

const actor = fc.constantFrom('main', 'sub');
const path = fc.constantFrom('/f', '/g');
const line = fc.integer({ min: 1, max: 25 });
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      actor,
      path,
      start: line,
      length: fc.integer({ min: 1, max: 20 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('again' as const), actor, path }) },
  fc.record({ do: fc.constant('edit' as const), actor, path, at: line, old: fc.nat(3), lines: fc.nat(3) }),
  fc.record({ do: fc.constant('write' as const), actor, path, lines: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ do: fc.constant('outside' as const), path, at: line }),
  fc.record({ do: fc.constantFrom('compact' as const, 'evict' as const, 'rewind' as const), actor }),
  fc.record({ do: fc.constantFrom('deliver' as const, 'glimpse' as const), actor, path, start: line }),
  fc.record({ do: fc.constantFrom('fail' as const, 'prompt' as const, 'turn' as const, 'pause' as const) }),
);

export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Steps of one session; `sessionOf` turns them into events. */
export const steps = fc.array(step, { minLength: 1, maxLength: 40 });

/** The events of some steps, each with its own time, a second apart, and calls with ids of their own. */
export function sessionOf(list: readonly Step[]): readonly AgentEvent[] {
  const world = new World({}, { agent: 'claude-code', source: 'claude-code' });
  for (const name of ['/f', '/g']) world.files.set(name, text(30, name));
  let written = 0;
  for (const one of list) {
    const where = {
      actor: 'actor' in one ? one.actor : 'main',
      ...('path' in one ? { path: one.path } : {}),
    };
    switch (one.do) {
      case 'read':
        world.read(one.start, one.start + one.length - 1, where);
        break;
      case 'again':
        world.read(1, 5, where);
        break;
      case 'edit':
        world.edit(
          one.at,
          one.old,
          Array.from({ length: one.lines }, () => `e${written++}`),
          where,
        );
        break;
      case 'write':
        world.write(text(one.lines, `w${written++}`), where);
        break;
      case 'outside':
        world.files.get(one.path)?.splice(one.at - 1, 1, `o${written++}`);
        break;
      case 'compact':
        world.compact({ actor: one.actor });
        break;
      case 'evict':
      case 'rewind': {
        const calls = world.events.flatMap(({ call, actor: by }) => (by === one.actor ? (call ?? []) : []));
        const call = calls.at(-2);
        if (call === undefined) break;
        const lost = one.do === 'evict' ? { calls: [call] } : { toCall: call };
        const reason = one.do === 'evict' ? 'eviction' : 'rewind';
        world.apply({
          kind: 'context-lost',
          ...world.envelope({ call: null, actor: one.actor }),
          reason,
          ...lost,
        });
        break;
      }
      case 'deliver': {
        const shown = (world.files.get(one.path) ?? []).slice(one.start - 1, one.start + 4);
        if (shown.length === 0) break;
        world.apply({
          kind: 'delivered',
          ...world.envelope({ ...where, call: null }),
          path: one.path,
          written: one.path,
          returned: [[one.start, one.start + shown.length - 1]],
          totalLines: null,
          lineHashes: Uint32Array.from(shown, hash),
        });
        break;
      }
      case 'glimpse':
        world.apply({
          kind: 'search',
          ...world.envelope(where),
          tool: 'grep',
          question: `q${one.start}`,
          glimpsed: [{ path: one.path, lines: [[one.start, one.start]] }],
        });
        break;
      case 'fail':
        world.readNothing('failed', {}, { error: 'not-found' });
        break;
      case 'prompt':
        world.prompt();
        break;
      case 'turn':
        world.apply({ kind: 'turn', ...world.envelope({ call: null }) });
        break;
      case 'pause':
        world.clock += 2 * 60 * 60 * 1000;
        break;
    }
  }
  return world.events;
}

/** Everything that a tracker tells, as plain data. */
export function told(tracker: TrackerView): unknown {
  return tracker.sessions().map((session) => ({
    session,
    reads: tracker.reads(session.key),
    findings: tracker.findings(session.key),
    files: tracker.files(session.key),
    actors: session.actors.map(({ actor: id }) => tracker.files(session.key, id)),
    coverage: tracker.files(session.key).map(({ path: name }) => {
      const coverage = tracker.coverage(session.key, name);
      return coverage?.versions.map(({ lines, actors, ...version }) => ({
        ...version,
        lines: Array.from({ length: lines.highest }, (_, i) => lines.at(i + 1)),
        actors: [...actors],
      }));
    }),
  }));
}
