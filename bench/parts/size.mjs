// How much is loaded.
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { bundled } from '../lib/bundle.mjs';

/** What the bundles are made of, and what the extension's own may have in kB: VS Code loads it in every window. */
const BUNDLES = [
  { name: 'extension.cjs', entry: 'src/extension.ts', most: 200 },
  { name: 'ingest.cjs', entry: 'src/ingest/thread/worker.ts' },
  { name: 'rows.cjs', entry: 'src/ingest/sqlite/worker.ts' },
  { name: 'cli.cjs', entry: 'src/cli/main.ts' },
];

/** @returns {Promise<import('../lib/results.mjs').Part>} */
export async function size() {
  const results = [];
  for (const { name, entry, most } of BUNDLES) {
    const bytes = statSync(await bundled(entry, basename(name, '.cjs'))).size;
    results.push({ name, value: bytes / 1000, unit: 'kB', ...(most === undefined ? {} : { most }) });
  }
  return {
    part: 'Bundles',
    about: 'Minified, as they ship. The thread loads its own when it starts.',
    results,
  };
}
