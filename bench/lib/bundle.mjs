// What is measured, bundled as it ships, in a folder of its own.
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../scripts/lib/paths.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';

/** @type {string | undefined} */
let folder;

/**
 * Bundles one entry and gives the path of the bundle.
 * @param {string} entry relative to the checkout
 * @param {string} name of the bundle, without ending
 */
export async function bundled(entry, name) {
  folder ??= temporaryFolder('bench');
  const outfile = join(folder, `${name}.cjs`);
  await build({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    minify: true,
    legalComments: 'none',
    mainFields: ['module', 'main'],
    external: ['vscode'],
    logLevel: 'error',
  });
  return outfile;
}
