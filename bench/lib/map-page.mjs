// The page of a session's map in a browser of its own.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../../scripts/lib/paths.mjs';
import { runQuietly } from '../../scripts/lib/run.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';

const MEBIBYTE = 1024 ** 2;

/**
 * What the page's script holds after a collection, in MiB, with so many calls.
 * @param {import('playwright-core').Browser} browser
 * @param {number} calls
 */
export async function mapPageHeap(browser, calls) {
  const folder = temporaryFolder('bench-map');
  const [program, file] = [join(folder, 'page.cjs'), join(folder, 'page.html')];
  await build({
    entryPoints: [join(root, 'bench', 'entries', 'mapPage.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    alias: { vscode: join(root, 'bench', 'lib', 'no-editor.cjs') },
    logLevel: 'error',
  });
  const shown = [join(root, 'dist', 'map.js'), join(root, 'media', 'map.css')];
  await runQuietly(process.execPath, [program, file, `${calls}`, ...shown]);
  const page = await browser.newPage();
  await page.goto(pathToFileURL(file).href);
  await page.locator('canvas#map').waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  await page.close();
  const used = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
  return used / MEBIBYTE;
}
