// Memory over days.
import { runQuietly } from '../../scripts/lib/run.mjs';
import { bundled } from '../lib/bundle.mjs';

/** @param {readonly number[]} numbers */
const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** Events that come before what is measured, as a share: until then, what is bounded fills up. */
const BEFORE = 1 / 20;

/**
 * @param {{ events: number }} size
 * @returns {Promise<import('../lib/results.mjs').Part>}
 */
export async function soak({ events }) {
  const before = Math.ceil(events * BEFORE);
  const program = await bundled('bench/entries/soak.ts', 'soak');
  /** @type {{ heaps: number[] }} */
  const { heaps } = JSON.parse(
    await runQuietly(process.execPath, ['--expose-gc', program, `${events}`, `${before}`]),
  );
  const tenth = Math.max(1, Math.floor(heaps.length / 10));
  const [first, last] = [mean(heaps.slice(0, tenth)), mean(heaps.slice(-tenth))];
  return {
    part: 'Memory over days',
    about: `${events} events of sessions of 200 through a log that is rotated every 100,000, the follower and the tracker: the heap after a collection, ${heaps.length} times. ${before} events came before them, while what is bounded (sessions, files, their versions) filled up.`,
    results: [
      { name: 'heap in the last tenth / in the first', value: last / first, unit: '', most: 1.1 },
      { name: 'heap in the last tenth', value: last / 1024 / 1024, unit: 'MiB' },
    ],
  };
}
