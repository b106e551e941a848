// The event loop of whoever reads, with the thread and without it.
import { linkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runQuietly } from '../../scripts/lib/run.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { bundled } from '../lib/bundle.mjs';
import { transcript } from './ingest.mjs';

/**
 * @param {{ megabytes: number, rounds: number }} size
 * @returns {Promise<import('../lib/results.mjs').Part>}
 */
export async function loop({ megabytes, rounds }) {
  const program = await bundled('bench/entries/loop.ts', 'loop');
  const script = await bundled('src/ingest/thread/worker.ts', 'ingest');
  const file = transcript(megabytes);
  // A log is no link, so the folder has a second name for the file, which has to be on the same disk.
  const folder = temporaryFolder('loop', dirname(file));
  linkSync(file, join(folder, 'log.jsonl'));
  /**
   * @param {string} where
   * @returns {Promise<Record<string, number>>}
   */
  const run = async (where) =>
    JSON.parse(await runQuietly(process.execPath, [program, where, folder, script]));
  /** @type {Map<string, Record<string, number>>} */
  const least = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const where of ['thread', 'same', 'rest']) {
      const told = await run(where);
      const known = least.get(where) ?? told;
      least.set(
        where,
        Object.fromEntries(
          Object.entries(told).map(([name, value]) => [name, Math.min(value, known[name] ?? value)]),
        ),
      );
    }
  }
  /**
   * @param {string} name
   * @param {string} where
   * @param {string} what
   * @param {number} [most]
   */
  const ms = (name, where, what, most) => ({
    name,
    value: least.get(where)?.[what] ?? Number.NaN,
    unit: 'ms',
    ...(most === undefined ? {} : { most }),
  });
  return {
    part: 'Event loop',
    about: `While a log of ${megabytes} MB is read and applied, and all sessions are summed up every 30 ms: how late a timer of 1 ms is, and how long the loop works in one go, in time of the processor, which is what remains on a machine that does nothing else. With the thread that reads, and with everything in one. No editor beside; the least of ${rounds}.`,
    results: [
      ms('with the thread, work in one go, 99th percentile', 'thread', 'ownP99', 16),
      ms('with the thread, work in one go, longest', 'thread', 'ownMax'),
      ms('with the thread, delay, 99th percentile', 'thread', 'p99', 16),
      ms('with the thread, delay, longest', 'thread', 'max'),
      ms('in one, work in one go, 99th percentile', 'same', 'ownP99'),
      ms('in one, work in one go, longest', 'same', 'ownMax'),
      ms('in one, delay, 99th percentile', 'same', 'p99'),
      ms('in one, delay, longest', 'same', 'max'),
      ms('at rest, delay, 99th percentile', 'rest', 'p99'),
      ms('at rest, delay, longest', 'rest', 'max'),
    ],
  };
}
