// A million reads: time in proportion to their number, memory in proportion to nothing.
import { runQuietly } from '../../scripts/lib/run.mjs';
import { bundled } from '../lib/bundle.mjs';

const FILES = 10_000;
const READS_OF_SESSION = 500;

/** @param {number} bytes */
const megabytes = (bytes) => bytes / 1024 / 1024;

/**
 * @param {{ reads: number, rounds: number }} size
 * @returns {Promise<import('../lib/results.mjs').Part>}
 */
export async function tracker({ reads, rounds: most }) {
  const rounds = Math.min(most, 2);
  const program = await bundled('bench/entries/tracker.ts', 'tracker');
  /**
   * @param {number} number
   * @param {number} [ofSession]
   * @returns {Promise<{ cpu: number, heap: number, hashes: number }>}
   */
  const run = async (number, ofSession = number) =>
    JSON.parse(
      await runQuietly(process.execPath, ['--expose-gc', program, `${number}`, `${FILES}`, `${ofSession}`]),
    );
  let [half, full] = [await run(reads / 2), await run(reads)];
  for (let round = 1; round < rounds; round++) {
    const [a, b] = [await run(reads / 2), await run(reads)];
    half = a.cpu < half.cpu ? a : half;
    full = b.cpu < full.cpu ? b : full;
  }
  const many = await run(reads / 10, READS_OF_SESSION);
  return {
    part: 'Tracker',
    about: `${reads} reads over ${FILES} files, in one session, each read with the hashes of its lines; the best of ${rounds}, time of the processor.`,
    results: [
      {
        name: 'heap beyond the line hashes',
        value: megabytes(full.heap - full.hashes),
        unit: 'MiB',
        most: 64,
      },
      { name: 'time for 2N reads / for N', value: full.cpu / half.cpu, unit: '', most: 2.2 },
      { name: 'time of a read', value: (full.cpu / reads) * 1000, unit: 'µs' },
      {
        name: 'heap, a tenth of them in sessions of 500',
        value: megabytes(many.heap - many.hashes),
        unit: 'MiB',
      },
    ],
  };
}
