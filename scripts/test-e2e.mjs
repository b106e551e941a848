// npm run test:e2e [-- FILE…]: packs the extension, installs the package into a real VS Code and uses it through a real browser.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { main } from './lib/main.mjs';
import { packageExtension } from './lib/package-extension.mjs';
import { root } from './lib/paths.mjs';
import { writeResult } from './lib/results.mjs';

const FILE_WITHIN_MS = 300_000;
const folder = join(root, 'test', 'e2e');

/** The files to run: those named, else all. */
function files() {
  const named = process.argv.slice(2).map((name) => resolve(root, name));
  if (named.length > 0) return named;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.test.mjs'))
    .sort()
    .map((name) => join(folder, name));
}

await main(async () => {
  await packageExtension();
  const counts = { passed: 0, failed: 0 };
  // A file whose tests broke off may have left a server running; the end of its process takes it along.
  const stream = run({ files: files(), concurrency: 1, forceExit: true, timeout: FILE_WITHIN_MS });
  // Suites are counted by their tests.
  const isTest = (/** @type {{details: {type?: string}}} */ data) => data.details.type !== 'suite';
  stream.on('test:pass', (data) => {
    if (isTest(data)) counts.passed += 1;
  });
  stream.on('test:fail', (data) => {
    if (isTest(data)) counts.failed += 1;
  });
  const report = stream.compose(spec);
  report.pipe(process.stdout);
  await new Promise((done) => report.once('end', done));
  writeResult('e2e', counts);
  return counts.failed > 0 || counts.passed === 0 ? 1 : 0;
});
