// The suites of test/host, each bundled with the runner into a module of its own that the extension host can load.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './paths.mjs';

const source = join(root, 'test', 'host');
const target = join(root, 'out', 'host');
const SUFFIX = '.test.ts';

/** The names of the suites, in order. */
export function hostSuites() {
  return readdirSync(source)
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => name.slice(0, -SUFFIX.length))
    .sort();
}

/**
 * Bundles a suite and gives the file to name as `extensionTestsPath`.
 * @param {string} name
 */
export async function bundleHostSuite(name) {
  mkdirSync(target, { recursive: true });
  const outfile = join(target, `${name}.cjs`);
  await build({
    stdin: {
      contents: `import './${name}${SUFFIX}';\nexport { run } from './index';\n`,
      resolveDir: source,
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
    logLevel: 'warning',
  });
  return outfile;
}
