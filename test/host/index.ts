// What the extension host is told to run: the contract of @vscode/test-electron, a module with `run()`.
import { writeFileSync } from 'node:fs';
import { runTests } from './runner';

/** The file, named by whoever started the host, that takes the results; its absence means that the suite never ended. */
const RESULTS = 'READ_COVERAGE_HOST_RESULTS';

/** Runs the tests of the bundle. Rejects when one failed, or when there was none. */
export async function run(): Promise<void> {
  const results = await runTests(({ name, ms, error }) => {
    console.log(error === undefined ? `  ✓ ${name} (${ms} ms)` : `  ✗ ${name} (${ms} ms)\n${error}`);
  });
  const failed = results.filter(({ error }) => error !== undefined).length;
  const file = process.env[RESULTS];
  if (file !== undefined) writeFileSync(file, JSON.stringify({ passed: results.length - failed, failed }));
  if (results.length === 0) throw new Error('The suite has no test.');
  if (failed > 0) throw new Error(`${failed} of ${results.length} tests failed.`);
}
