import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DISK_SOURCE } from '../../../src/tracker/event';
import { Tracker } from '../../../src/tracker/tracker';
import { sessionOf, steps } from './sessions';

it('summaries are the same however often they were asked for', () => {
  fc.assert(
    fc.property(steps, fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1 }), (list, turns) => {
      const asked = new Tracker();
      const silent = new Tracker();
      for (const [at, event] of sessionOf(list).entries()) {
        // Three sessions of one source share their files, and the disk tells all of them.
        const turn = turns[at % turns.length] ?? 0;
        const isDisk = turn === 4 && event.kind === 'document-changed';
        const told = { ...event, session: `s${turn % 3}`, ...(isDisk ? { source: DISK_SOURCE } : {}) };
        asked.apply(told);
        silent.apply(told);
        if (turn === 3) {
          const key = asked.sessions()[0]?.key;
          if (key !== undefined) {
            asked.rearm(key);
            silent.rearm(key);
          }
        }
        asked.sessions();
      }
      expect(asked.sessions()).toEqual(silent.sessions());
    }),
    { numRuns: 400 },
  );
});
