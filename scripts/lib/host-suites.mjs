// The suites of test/host and test/agents, each bundled with the runner into a module that the extension host can load.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './paths.mjs';

const SUFFIX = '.test.ts';

/** @typedef {'host' | 'agents'} SuiteFolder a folder of test/ */

/**
 * The names of the suites, in order.
 * @param {SuiteFolder} [folder]
 */
export function hostSuites(folder = 'host') {
  return readdirSync(join(root, 'test', folder))
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => name.slice(0, -SUFFIX.length))
    .sort();
}

/**
 * Bundles a suite and gives the file to name as `extensionTestsPath`.
 * @param {string} name
 * @param {SuiteFolder} [folder]
 */
export async function bundleHostSuite(name, folder = 'host') {
  const target = join(root, 'out', folder);
  mkdirSync(target, { recursive: true });
  const outfile = join(target, `${name}.cjs`);
  await build({
    stdin: {
      contents: `import './${name}${SUFFIX}';\nexport { run } from '../host/index';\n`,
      resolveDir: join(root, 'test', folder),
      sourcefile: `${name}.entry.ts`,
      loader: 'ts',
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    sourcemap: 'inline',
    external: ['vscode'],
    // As in the bundles that ship: see there.
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
  return outfile;
}
