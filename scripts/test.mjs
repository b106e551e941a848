// npm test: everything, in order, on a machine that may have nothing yet. Goes on after a failure, so that one run tells all.
import { join } from 'node:path';
import { chromiumFile } from './lib/browser.mjs';
import { main } from './lib/main.mjs';
import { root } from './lib/paths.mjs';
import { clearResult, readResult, resultFile } from './lib/results.mjs';
import { runInTerminal } from './lib/run.mjs';
import { toolFile } from './lib/tool-file.mjs';
import { vscodeServer } from './lib/vscode-server.mjs';

/**
 * @typedef {object} Part
 * @property {string} name also that of the result file, where the part counts tests of its own
 * @property {string} alone how to run it alone
 * @property {readonly string[]} command for this Node
 */

/** @param {string} project */
const vitest = (project) => {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultFile(project)}`];
  return [toolFile('vitest'), 'run', '--project', project, ...report];
};
/** @param {string} name */
const script = (name) => join(root, 'scripts', `${name}.mjs`);

/** @type {readonly Part[]} */
const parts = [
  { name: 'typecheck', alone: 'npm run typecheck', command: [toolFile('tsc'), '-p', root] },
  {
    name: 'typecheck of the webview',
    alone: 'npm run typecheck:webview',
    command: [toolFile('tsc'), '-p', join(root, 'src', 'webview')],
  },
  { name: 'lint', alone: 'npm run lint', command: [toolFile('biome'), 'ci', '--error-on-warnings'] },
  { name: 'unit', alone: 'npm run unit', command: vitest('unit') },
  { name: 'golden', alone: 'npm run golden', command: vitest('golden') },
  { name: 'package', alone: 'npm run package', command: [script('package')] },
  { name: 'e2e', alone: 'npm run test:e2e', command: [script('test-e2e')] },
  { name: 'host-current', alone: 'npm run test:host', command: [script('test-host')] },
  {
    name: 'host-minimum',
    alone: 'npm run test:host -- --host minimum',
    command: [script('test-host'), '--host', 'minimum'],
  },
];

/** Runs a part; one without tests of its own counts as one. @param {Part} part */
async function run({ name, alone, command }) {
  console.log(`\n── ${name} (${alone})`);
  clearResult(name);
  const start = performance.now();
  const code = await runInTerminal(process.execPath, command, { cwd: root });
  const { passed, failed } = readResult(name) ?? { passed: code === 0 ? 1 : 0, failed: 0 };
  // A part that ended badly without naming a test has failed as a whole.
  return {
    name,
    alone,
    passed,
    failed: code === 0 ? failed : Math.max(failed, 1),
    seconds: (performance.now() - start) / 1000,
  };
}

await main(async () => {
  const start = performance.now();
  await vscodeServer('current');
  await vscodeServer('minimum');
  await chromiumFile();
  console.log(`Everything needed is installed (${((performance.now() - start) / 1000).toFixed(1)} s).`);

  /** @type {Awaited<ReturnType<typeof run>>[]} */
  const results = [];
  for (const part of parts) results.push(await run(part));
  const sum = (/** @type {'passed' | 'failed' | 'seconds'} */ key) =>
    results.reduce((total, result) => total + result[key], 0);
  console.log('');
  for (const { name, passed, failed, seconds } of results) {
    const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed`;
    console.log(`${name.padEnd(13)}${counts}${seconds.toFixed(1).padStart(8)} s`);
  }
  console.log(`${'in all'.padEnd(36)}${sum('seconds').toFixed(1).padStart(8)} s\n`);
  for (const { name, failed, alone } of results) {
    if (failed > 0) console.log(`${name} failed. To run it alone: ${alone}`);
  }
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') > 0 ? 1 : 0;
});
