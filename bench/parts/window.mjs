// A real window: whether it is ever in the way, and how soon it shows what happened.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { launchBrowser } from '../../scripts/lib/browser.mjs';
import { runHostSuite } from '../../scripts/lib/host-window.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { runQuietly } from '../../scripts/lib/run.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { HOSTS, vscodeServer } from '../../scripts/lib/vscode-server.mjs';
import { bundled } from '../lib/bundle.mjs';
import { mapPageHeap } from '../lib/map-page.mjs';

/** Windows that are opened for their activation alone, beside the one in which all else is measured. */
const MORE_ACTIVATIONS = 2;
const CALLS = 10_000;
/** How often is looked where no watcher tells of anything, and what a machine may add to it, ms. */
const POLL = 500;
const GRACE = 50;

/** @typedef {Record<string, number>} Numbers */

/**
 * @param {{ megabytes: number }} size
 * @returns {Promise<import('../lib/results.mjs').Part>}
 */
export async function window({ megabytes }) {
  await runQuietly(process.execPath, [join(root, 'esbuild.mjs'), '--production'], { cwd: root });
  const folder = temporaryFolder('bench-window');
  const suite = join(folder, 'suite.cjs');
  await build({
    stdin: {
      contents: "import './window.ts';\nexport { run } from '../../test/host/index';\n",
      resolveDir: join(root, 'bench', 'host'),
      loader: 'ts',
    },
    outfile: suite,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode'],
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
  const browser = await launchBrowser();
  const server = await vscodeServer('current');
  /**
   * @param {NodeJS.ProcessEnv} more
   * @returns {Promise<Numbers>}
   */
  const measured = async (more) => {
    const told = join(temporaryFolder('bench-told'), 'told.json');
    const env = { READ_COVERAGE_BENCH_RESULT: told, READ_COVERAGE_BENCH_MEGABYTES: `${megabytes}`, ...more };
    const { failed } = await runHostSuite(server, browser, suite, { env, withinMs: 900_000 });
    if (failed > 0) throw new Error('the window could not be measured');
    return JSON.parse(readFileSync(told, 'utf8'));
  };
  const numbers = await measured({});
  const activations = [numbers];
  for (let more = 0; more < MORE_ACTIVATIONS; more++) {
    activations.push(await measured({ READ_COVERAGE_BENCH_ONLY: 'activation' }));
  }
  const heap = await mapPageHeap(browser, CALLS);
  await browser.close();
  const polled = await afterPolls();

  /** @param {string} key */
  const least = (key) => Math.min(...activations.map((each) => each[key] ?? Number.NaN));
  /**
   * @param {string} name
   * @param {number | undefined} value
   * @param {number} [most]
   */
  const ms = (name, value, most) => ({
    name,
    value: value ?? Number.NaN,
    unit: 'ms',
    ...(most === undefined ? {} : { most }),
  });
  return {
    part: 'Window',
    about: `In the extension host of VS Code ${HOSTS.current.vscode}. Activation: of ${activations.length} windows the least. Delay of the event loop, which is late by up to a millisecond or two at rest: at the 99th percentile, while a transcript of ${megabytes} MB is read and while a session streams 200 events a second; work in one go is in time of the processor, of everything that runs in the host, and remains where a busy machine adds to the delay. Then how long after a line was appended to a log its read is known, and marks are drawn; after a hook was delivered, as the companion does, the text in the status bar is another, and the hook is answered; after one more line of a file of 50,000 lines with 5,000 ranges of marks was read, all are drawn anew. The map: what its page holds with 10,000 calls, in a browser of its own. Where no watcher ever tells of a file, the time until a line that was appended is known: one poll of ${POLL} ms.`,
    results: [
      ms('activation, time of the processor', least('activation.processor')),
      ms('activation', least('activation.wall'), 20),
      ms('at rest, 99th percentile', numbers['rest.p99']),
      ms('while a transcript is read, work in one go, 99th percentile', numbers['ingest.own99'], 16),
      ms('while a transcript is read, work in one go, longest', numbers['ingest.ownMax']),
      ms('while a transcript is read, 99th percentile', numbers['ingest.p99'], 16),
      ms('while a transcript is read, longest', numbers['ingest.max']),
      ms('while events stream, work in one go, 99th percentile', numbers['stream.own99'], 16),
      ms('while events stream, work in one go, longest', numbers['stream.ownMax']),
      ms('while events stream, 99th percentile', numbers['stream.p99'], 16),
      ms('while events stream, longest', numbers['stream.max']),
      { name: 'reading the transcript', value: numbers['ingest.seconds'] ?? Number.NaN, unit: 's' },
      ms('appended to known, median', numbers['known.p50']),
      ms('appended to known, 95th percentile', numbers['known.p95']),
      ms('appended to marks drawn, median', numbers['drawn.p50']),
      ms('appended to marks drawn, 95th percentile', numbers['drawn.p95'], 50),
      ms('hook to status bar, median', numbers['status.p50']),
      ms('hook to status bar, 95th percentile', numbers['status.p95'], 20),
      ms('hook to answer, median', numbers['answer.p50']),
      ms('hook to answer, 95th percentile', numbers['answer.p95']),
      ms('appended to 5,000 ranges redrawn, median', numbers['redraw.p50']),
      ms('appended to 5,000 ranges redrawn, 95th percentile', numbers['redraw.p95']),
      ms('redrawing 5,000 ranges, work in one go, longest', numbers['redraw.ownMax'], 50),
      { name: 'page of the map with 10,000 calls', value: heap, unit: 'MiB', most: 16 },
      ms('watcher never fires, appended to known, 95th percentile', percentileOf(polled, 0.95), POLL + GRACE),
    ],
  };
}

/** @returns {Promise<number[]>} */
async function afterPolls() {
  const program = await bundled('bench/entries/polled.ts', 'polled');
  return JSON.parse(await runQuietly(process.execPath, [program, temporaryFolder('bench-polled')]));
}

/**
 * @param {readonly number[]} times
 * @param {number} share
 */
function percentileOf(times, share) {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
