// npm run capture-check -- DIR: grades recorded runs of agents against what their models were given. Its parts are shared
// with the golden tests, so they are bundled before they run.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { main } from './lib/main.mjs';
import { root } from './lib/paths.mjs';

await main(async () => {
  const folder = join(root, 'out', 'capture-check');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, 'main.mjs');
  await build({
    entryPoints: [join(root, 'test', 'captures', 'main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    logLevel: 'warning',
  });
  const { run } = await import(pathToFileURL(outfile).href);
  return run(process.argv.slice(2));
});
