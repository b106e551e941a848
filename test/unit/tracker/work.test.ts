import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DISK_SOURCE } from '../../../src/tracker/event';
import type { LevelSettings } from '../../../src/tracker/settings';
import { hash, hashes, text, World } from './world';

const LEVELS: LevelSettings = { notice: 2, warning: 4, stop: 6 };
const LINES = 200;
const PATHS = ['/a', '/b', '/c', '/d'] as const;

const path = fc.constantFrom(...PATHS);
const line = fc.integer({ min: 1, max: LINES });
const actor = fc.constantFrom('main', 'sub');

function worldOf(): World {
  const world = new World({ levels: LEVELS });
  for (const each of PATHS) world.files.set(each, text(LINES, each));
  return world;
}

function disk(world: World, file: string) {
  const lines = world.files.get(file) ?? [];
  const contentHash = `sha256:${hash(lines.join('\n')).toString(16).padStart(64, '0')}`;
  return { contentHash, lineHashes: hashes(lines) };
}

/** What happens beside the reads, and is no read. */
const aside = fc.oneof(
  fc.record({
    do: fc.constantFrom('grep' as const, 'test' as const, 'fail' as const, 'touch' as const),
    path,
  }),
  fc.record({ do: fc.constant('seen' as const), path }),
);
type Aside = typeof aside extends fc.Arbitrary<infer A> ? A : never;

function happen(world: World, one: Aside, who: string): void {
  const envelope = world.envelope({ actor: who });
  switch (one.do) {
    case 'grep':
      world.apply({
        ...envelope,
        kind: 'search',
        tool: 'grep',
        question: `q${world.clock}`,
        glimpsed: [{ path: one.path, lines: [[3, 4]] }],
      });
      return;
    case 'test':
      world.apply({ ...envelope, kind: 'command', command: 'npm test', outcome: 'failed' });
      return;
    case 'fail':
      world.readNothing('failed', { path: `${one.path}.missing`, actor: who }, { error: 'not-found' });
      return;
    case 'touch':
      world.apply({ ...envelope, kind: 'document-changed', path: one.path });
      return;
    case 'seen':
      world.apply({
        ...world.envelope({ call: null }),
        source: DISK_SOURCE,
        session: '',
        kind: 'document-changed',
        path: one.path,
        disk: disk(world, one.path),
      });
  }
}

/** One step of an agent that gets somewhere: it looks for a place, reads it, changes it, checks what it did. */
const task = fc.record({
  path,
  actor,
  at: line,
  length: fc.integer({ min: 1, max: 60 }),
  before: fc.array(aside, { maxLength: 3 }),
  after: fc.array(aside, { maxLength: 3 }),
  /** Reads of the place before the change, and after it. */
  looks: fc.integer({ min: 1, max: 2 }),
  checks: fc.integer({ min: 0, max: 2 }),
  deed: fc.constantFrom('edit', 'write', 'outside', 'edit-told-late'),
  grows: fc.nat(2),
  compacts: fc.boolean(),
  form: fc.constantFrom('tool' as const, 'shell' as const),
  live: fc.boolean(),
});

describe('an agent that works', () => {
  it('is never stopped, nor warned about', () => {
    fc.assert(
      fc.property(fc.array(task, { maxLength: 30 }), (tasks) => {
        const world = worldOf();
        for (const [i, one] of tasks.entries()) {
          const where = { path: one.path, actor: one.actor, form: one.form };
          const end = one.at + one.length - 1;
          const look = () => world.read(one.at, end, where, one.live ? { disk: disk(world, one.path) } : {});
          for (const each of one.before) happen(world, each, one.actor);
          for (let n = 0; n < one.looks; n++) look();
          const all = world.files.get(one.path) ?? [];
          const written = Array.from({ length: one.grows }, (_, k) => `written ${i} ${k}`);
          const at = Math.min(one.at, all.length);
          const late = { ...where, call: `late${i}`, time: world.clock + 1 };
          switch (one.deed) {
            case 'edit':
              world.edit(at, 1, written, where);
              break;
            case 'write':
              world.write(all.toSpliced(at - 1, 1, ...written), where);
              break;
            case 'outside':
              world.files.set(one.path, all.toSpliced(at - 1, 1, ...written));
              happen(world, { do: 'seen', path: one.path }, one.actor);
              break;
            default:
              world.clock += 5000;
              world.files.set(one.path, all.toSpliced(at - 1, 1, ...written));
              happen(world, { do: 'seen', path: one.path }, one.actor);
              world.files.set(one.path, all);
              world.edit(at, 1, written, late);
          }
          for (const each of one.after) happen(world, each, one.actor);
          for (let n = 0; n < one.checks; n++) look();
          if (one.compacts) world.compact({ actor: one.actor });
        }
        expect(world.findings.filter(({ level }) => level === 'stop' || level === 'warning')).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

const peek = fc.record({
  at: line,
  length: fc.integer({ min: 1, max: 120 }),
  asides: fc.array(aside, { maxLength: 2 }),
});

describe('an agent that reads what it has, in other windows each time', () => {
  it('is warned about, and stopped once', () => {
    fc.assert(
      fc.property(
        fc.array(peek, { minLength: 8, maxLength: 20 }),
        fc.boolean(),
        fc.constantFrom('one', 'pages', 'shell'),
        (peeks, live, how) => {
          const world = worldOf();
          const over = () => (live ? { disk: disk(world, '/a') } : {});
          if (how === 'pages')
            for (let at = 1; at <= LINES; at += 50) world.read(at, at + 49, { path: '/a' }, over());
          else world.read(1, LINES, { path: '/a' }, over());
          for (const { at, length, asides } of peeks) {
            for (const each of asides) happen(world, each, 'main');
            const form = how === 'shell' ? 'shell' : 'tool';
            world.read(at, Math.min(LINES, at + length - 1), { path: '/a', form }, over());
          }
          const levels = world
            .levels()
            .filter((level) => level.endsWith('streak') && !level.startsWith('notice'));
          expect(new Set(levels).has('warning@streak') || new Set(levels).has('warning@file-streak')).toBe(
            true,
          );
          expect(levels.filter((level) => level.startsWith('stop'))).toHaveLength(1);
        },
      ),
      { numRuns: 100 },
    );
  });
});
