// How much is loaded.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/lib/paths.mjs';
import { runQuietly } from '../../scripts/lib/run.mjs';
import { toldAtEnd } from '../lib/measure.mjs';

const LOADED = fileURLToPath(new URL('../lib/loaded.cjs', import.meta.url));

/** What each loads when it starts, and what the extension may load in kB: VS Code waits for it in every window. */
const BUNDLES = [
  { name: 'the extension', file: 'extension.cjs', most: 200 },
  { name: 'the thread that reads', file: 'ingest.cjs' },
  { name: 'its thread for databases', file: 'rows.cjs' },
  { name: 'the command line', file: 'cli.cjs' },
];

/** @returns {Promise<import('../lib/results.mjs').Part>} */
export async function size() {
  await runQuietly(process.execPath, [join(root, 'esbuild.mjs'), '--production'], { cwd: root });
  const results = [];
  for (const { name, file, most } of BUNDLES) {
    const told = await toldAtEnd(LOADED, { name, args: [join(root, 'dist', file), '--help'] });
    /** @type {{ bytes: number, files: number }} */
    const { bytes, files } = JSON.parse(told);
    const limit = most === undefined ? {} : { most };
    results.push({ name: `${name}, of ${files} files`, value: bytes / 1000, unit: 'kB', ...limit });
  }
  return {
    part: 'Bundles',
    about:
      'What is loaded before anything is done, minified, as it ships. The rest is loaded where it is needed.',
    results,
  };
}
