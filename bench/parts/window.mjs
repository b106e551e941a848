// A real window: whether it is ever in the way.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { launchBrowser } from '../../scripts/lib/browser.mjs';
import { runHostSuite } from '../../scripts/lib/host-window.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { runQuietly } from '../../scripts/lib/run.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { HOSTS, vscodeServer } from '../../scripts/lib/vscode-server.mjs';

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
    logLevel: 'error',
  });
  const told = join(folder, 'told.json');
  const browser = await launchBrowser();
  const { failed } = await runHostSuite(await vscodeServer('current'), browser, suite, {
    env: { READ_COVERAGE_BENCH_RESULT: told, READ_COVERAGE_BENCH_MEGABYTES: `${megabytes}` },
    withinMs: 900_000,
  });
  await browser.close();
  if (failed > 0) throw new Error('the window could not be measured');
  /** @type {Record<string, number>} */
  const numbers = JSON.parse(readFileSync(told, 'utf8'));
  /**
   * @param {string} name
   * @param {string} key
   * @param {number} [most]
   */
  const ms = (name, key, most) => ({
    name,
    value: numbers[key] ?? Number.NaN,
    unit: 'ms',
    ...(most === undefined ? {} : { most }),
  });
  return {
    part: 'Window',
    about: `Delay of the event loop of the extension host of VS Code ${HOSTS.current.vscode}, which is late by up to a millisecond or two at rest: at the 99th percentile, while a transcript of ${megabytes} MB is read and while a session streams 200 events a second; and the time from a line that is appended to what is known of it. Work in one go is in time of the processor, of everything that runs in the host.`,
    results: [
      ms('at rest, 99th percentile', 'rest.p99'),
      ms('while a transcript is read, work in one go, 99th percentile', 'ingest.own99', 16),
      ms('while a transcript is read, work in one go, longest', 'ingest.ownMax'),
      ms('while a transcript is read, 99th percentile', 'ingest.p99', 16),
      ms('while a transcript is read, longest', 'ingest.max'),
      ms('while events stream, work in one go, 99th percentile', 'stream.own99', 16),
      ms('while events stream, work in one go, longest', 'stream.ownMax'),
      ms('while events stream, 99th percentile', 'stream.p99', 16),
      ms('while events stream, longest', 'stream.max'),
      { name: 'reading the transcript', value: numbers['ingest.seconds'] ?? Number.NaN, unit: 's' },
      ms('appended to known, median', 'latency.p50'),
      ms('appended to known, 95th percentile', 'latency.p95', 50),
    ],
  };
}
