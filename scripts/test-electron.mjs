// npm run test:electron: the suites of test/host in a desktop VS Code, where there is one (VSCODE_EXECUTABLE, `code` on PATH) or
// one can be downloaded. Where not, a line says so, and nothing is held to have passed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { desktopBinary } from './lib/desktop.mjs';
import { bundleHostSuite, hostSuites } from './lib/host-suites.mjs';
import { main } from './lib/main.mjs';
import { cacheFolder, root, sampleExtension } from './lib/paths.mjs';
import { RESTRICTED_SETTINGS, SAMPLE_SETTINGS, writeUserSettings } from './lib/profile.mjs';
import { writeResult } from './lib/results.mjs';
import { runQuietly } from './lib/run.mjs';
import { openedFor, RESTRICTED } from './lib/sample.mjs';
import { temporaryFolder } from './lib/temporary.mjs';

const { VSCODE_EXECUTABLE, DISPLAY, WAYLAND_DISPLAY, CI } = process.env;

/** The desktop VS Code to use, or why there is none. */
async function desktop() {
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) {
    return { why: 'there is no display (xvfb-run gives one)' };
  }
  const given = VSCODE_EXECUTABLE ?? desktopBinary();
  if (given !== undefined) return { file: given };
  try {
    return {
      file: await downloadAndUnzipVSCode({
        version: 'stable',
        timeout: 20_000,
        cachePath: join(cacheFolder(), 'desktop'),
      }),
    };
  } catch (error) {
    return {
      why: `none is installed, and none can be downloaded (${error instanceof Error ? error.message : error})`,
    };
  }
}

/** @param {string} file @param {string} suite */
async function runSuite(file, suite) {
  const data = temporaryFolder('desktop');
  writeUserSettings(join(data, 'User'), suite === RESTRICTED ? RESTRICTED_SETTINGS : SAMPLE_SETTINGS);
  const results = join(data, 'results.json');
  const sandbox = process.getuid?.() === 0 || CI ? ['--no-sandbox'] : [];
  try {
    await runTests({
      vscodeExecutablePath: file,
      extensionDevelopmentPath: [root, sampleExtension],
      extensionTestsPath: await bundleHostSuite(suite),
      extensionTestsEnv: {
        READ_COVERAGE_HOST_RESULTS: results,
        READ_COVERAGE_HOST_LOGS: join(data, 'logs'),
      },
      launchArgs: [openedFor(suite), '--disable-extensions', '--user-data-dir', data, ...sandbox],
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  try {
    return JSON.parse(readFileSync(results, 'utf8'));
  } catch {
    // It never came to its results.
    return { passed: 0, failed: 1 };
  }
}

await main(async () => {
  const { file, why } = await desktop();
  if (file === undefined) {
    console.log(`test:electron: not run, ${why}.`);
    return 0;
  }
  await runQuietly(process.execPath, [join(root, 'esbuild.mjs')], { cwd: root });
  const total = { passed: 0, failed: 0 };
  for (const suite of hostSuites()) {
    const { passed, failed } = await runSuite(file, suite);
    total.passed += passed;
    total.failed += failed;
  }
  writeResult('host-electron', total);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
});
