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
   * @returns {Promise<{ p50: number, p99: number, max: number, took: number }>}
   */
  const run = async (where) =>
    JSON.parse(await runQuietly(process.execPath, [program, where, folder, script]));
  let [thread, same] = [await run('thread'), await run('same')];
  const rest = await run('rest');
  for (let round = 1; round < rounds; round++) {
    const [a, b] = [await run('thread'), await run('same')];
    thread = a.p99 < thread.p99 ? a : thread;
    same = b.p99 < same.p99 ? b : same;
  }
  return {
    part: 'Event loop',
    about: `How late a timer of 1 ms is while a log of ${megabytes} MB is read and applied, and all sessions are summed up every 30 ms: with the thread that reads, and with everything in one. No editor beside; the best of ${rounds}.`,
    results: [
      { name: 'with the thread, 99th percentile', value: thread.p99, unit: 'ms', most: 16 },
      { name: 'with the thread, median', value: thread.p50, unit: 'ms' },
      { name: 'with the thread, longest', value: thread.max, unit: 'ms' },
      { name: 'at rest, 99th percentile', value: rest.p99, unit: 'ms' },
      { name: 'at rest, longest', value: rest.max, unit: 'ms' },
      { name: 'in one, 99th percentile', value: same.p99, unit: 'ms' },
      { name: 'in one, median', value: same.p50, unit: 'ms' },
      { name: 'in one, longest', value: same.max, unit: 'ms' },
      { name: 'time with the thread / in one', value: thread.took / same.took, unit: '' },
    ],
  };
}
