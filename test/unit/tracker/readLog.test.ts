import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReadLog } from '../../../src/tracker/readLog';
import type { ReadRecord } from '../../../src/tracker/views';
import { World } from './world';

const MOST = 8;

/** A read of which only the file and the actor matter. */
function readsOf(steps: readonly (readonly [actor: string, path: string])[]): ReadRecord[] {
  const world = new World();
  world.files.set('/g', ['one']);
  return steps.map(([actor, path]) => world.read(1, 1, { actor, path }));
}

describe('the last reads', () => {
  it('are found from the last one back: those of an actor, those of its file', () => {
    const step = fc.tuple(fc.constantFrom('main', 'sub'), fc.constantFrom('/f', '/g'));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), fc.nat(40), (steps, copied) => {
        const reads = readsOf(steps);
        let log = new ReadLog(MOST);
        const readers = new Map<string, { lastRead: number }>();
        const readerOf = (name: string) => {
          const reader = readers.get(name) ?? { lastRead: -1 };
          readers.set(name, reader);
          return reader;
        };
        for (const [at, read] of reads.entries()) {
          log.push(read, readerOf(read.actor), readerOf(`${read.actor} ${read.path}`));
          if (at === copied) {
            const original = log;
            log = log.copy();
            original.push(read, { lastRead: -1 }, { lastRead: -1 });
          }
          const kept = reads.slice(0, at + 1).slice(-MOST);
          expect(log.items()).toEqual(kept);
          for (const { actor, path } of reads.slice(0, at + 1)) {
            const ofActor = kept.filter((each) => each.actor === actor).reverse();
            expect([...log.backFrom(readerOf(actor), 'actor')]).toEqual(ofActor);
            const ofFile = ofActor.filter((each) => each.path === path);
            expect([...log.backFrom(readerOf(`${actor} ${path}`), 'file')]).toEqual(ofFile);
          }
        }
      }),
    );
  });
});
