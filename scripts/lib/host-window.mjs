// One suite in one window: the page reports what the extension host prints, and its exit code.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, sampleExtension } from './paths.mjs';
import { RESTRICTED_SETTINGS, SAMPLE_SETTINGS } from './profile.mjs';
import { copyOfSample } from './sample.mjs';
import { startServer, windowAddress } from './server.mjs';
import { temporaryFolder } from './temporary.mjs';

const SUITE_WITHIN_MS = 400_000;

/** What a host prints besides the tests: not for the reader, unless the suite never ends. */
const isOurs = (/** @type {string} */ line) => /^\s*[✓✗]/u.test(line);

/**
 * @param {import('./vscode-server.mjs').VSCodeServer} vscode
 * @param {import('playwright-core').Browser} browser
 * @param {string} tests the bundled suite
 * @param {object} [options]
 * @param {NodeJS.ProcessEnv} [options.env] more environment
 * @param {number} [options.withinMs] when the suite must be done
 * @param {boolean} [options.isTrusted] whether the window trusts it
 * @param {string} [options.opened] what the window opens: a copy of the sample workspace, unless said otherwise
 * @returns {Promise<import('./results.mjs').Counts>} a suite that never ended counts as one failed test
 */
export async function runHostSuite(
  vscode,
  browser,
  tests,
  { env = {}, withinMs = SUITE_WITHIN_MS, isTrusted = true, opened = copyOfSample() } = {},
) {
  const results = join(temporaryFolder('results'), 'results.json');
  const server = await startServer(vscode, {
    driven: true,
    settings: isTrusted ? SAMPLE_SETTINGS : RESTRICTED_SETTINGS,
    askForTrust: !isTrusted,
    beside: [sampleExtension],
    // The person's own folder is none of the tests' business.
    env: { READ_COVERAGE_HOME: temporaryFolder('user'), ...env, READ_COVERAGE_HOST_RESULTS: results },
  });
  const page = await browser.newPage();
  /** @type {string[]} */
  const other = [];
  /** @type {(code: number | undefined) => void} */
  let end = () => {};
  const ended = new Promise((resolve) => {
    end = resolve;
  });
  await page.exposeFunction(
    'codeAutomationLog',
    (/** @type {string} */ _type, /** @type {unknown[]} */ args) => {
      const text = args.map(String).join(' ');
      if (isOurs(text)) console.log(text);
      else other.push(text);
    },
  );
  await page.exposeFunction('codeAutomationExit', (/** @type {number} */ code) => end(code));
  const late = setTimeout(() => end(undefined), withinMs);
  // A page that loads slowly is late like any other: see above.
  await page.goto(windowAddress(server, opened, { development: root, tests }), {
    timeout: withinMs,
    waitUntil: 'commit',
  });
  const code = await ended;
  clearTimeout(late);
  await page.close();
  await server.stop();
  if (existsSync(results)) return JSON.parse(readFileSync(results, 'utf8'));
  console.log(code === undefined ? `  ✗ not done within ${withinMs} ms` : `  ✗ ended with code ${code}`);
  console.log(`${other.join('\n')}\n${server.output()}`);
  return { passed: 0, failed: 1 };
}
