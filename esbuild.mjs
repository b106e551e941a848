// Builds the bundles that ship: dist/extension.cjs (extension host), dist/ingest.cjs (its thread that reads what
// agents write), dist/rows.cjs (that one's thread that reads databases), dist/cli.cjs (command line), with dist/chunks,
// which they share; dist/map.js (the webview of a session's map), dist/companion.cjs (what agents' hooks run) with its
// parts, and beside it what is loaded into the processes of agents that have plugins (dist/companion-opencode.cjs,
// dist/companion-pi.cjs).
import { readFileSync } from 'node:fs';
import { build, context } from 'esbuild';
import { companionParts } from './scripts/lib/companion-parts.mjs';
import { sharedChunks } from './scripts/lib/shared-chunks.mjs';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

const watch = process.argv.includes('--watch');
const production = process.argv.includes('--production');

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  minify: production,
  sourcemap: production ? false : 'linked',
  sourcesContent: false,
  legalComments: 'none',
  // The other form of jsonc-parser loads its parts by names that no bundler sees.
  mainFields: ['module', 'main'],
  logLevel: 'info',
};

const commandLine = { cli: 'src/cli/main.ts' };

/** @type {import('esbuild').BuildOptions[]} */
const bundles = [
  {
    ...common,
    entryPoints: {
      extension: 'src/extension.ts',
      ingest: 'src/ingest/thread/worker.ts',
      rows: 'src/ingest/sqlite/worker.ts',
      ...(production ? commandLine : {}),
    },
    outdir: 'dist',
    external: ['vscode'],
    // It would tell the sizes of before they are CommonJS.
    logLevel: 'warning',
    plugins: [sharedChunks()],
  },
  // In development it is one file, which can be kept aside and compared with that of another day.
  ...(production
    ? []
    : [{ ...common, entryPoints: commandLine, outdir: 'dist', outExtension: { '.js': '.cjs' } }]),
  {
    ...common,
    entryPoints: ['src/webview/map/main.ts'],
    outfile: 'dist/map.js',
    platform: 'browser',
    format: 'iife',
    target: 'es2023',
  },
  {
    ...common,
    entryPoints: ['src/companion/main.ts'],
    outfile: 'dist/companion.cjs',
    // It is copied to a place of its own, where the version tells whether it is to be replaced.
    banner: { js: `// read-coverage companion ${version}` },
    minify: true,
    sourcemap: false,
    plugins: [companionParts()],
  },
  ...['opencode', 'pi'].map((agent) => ({
    ...common,
    entryPoints: [`src/companion/inside/${agent}.ts`],
    outfile: `dist/companion-${agent}.cjs`,
    // The agents bring runtimes of their own.
    target: 'node20',
    minify: true,
    sourcemap: /** @type {const} */ (false),
  })),
];

if (watch) {
  for (const options of bundles) await (await context(options)).watch();
} else {
  await Promise.all(bundles.map((options) => build(options)));
}
