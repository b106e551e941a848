// Several bundles of one build that share what they have in common: esbuild splits only ECMAScript modules, VS Code and
// threads load CommonJS.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { transform } from 'esbuild';

/** Folder of what is shared or loaded late, in that of the bundles. */
export const CHUNKS = 'chunks';

/** A window that runs the build before this one still loads from it what it has not needed yet. */
const KEPT_MS = 3_600_000;

/**
 * Writes what a build gives as CommonJS: `import()` becomes a `require` that waits for its turn.
 * @returns {import('esbuild').Plugin}
 */
export function sharedChunks() {
  return {
    name: 'shared-chunks',
    setup({ initialOptions, onEnd }) {
      const { outdir = '', target = 'node22', minify = false, sourcemap = false } = initialOptions;
      const chunks = join(outdir, CHUNKS);
      Object.assign(initialOptions, {
        format: 'esm',
        splitting: true,
        write: false,
        outExtension: { '.js': '.cjs' },
        chunkNames: `${CHUNKS}/[name]-[hash]`,
        ...(sourcemap ? { sourcemap: 'inline' } : {}),
      });

      /** @param {import('esbuild').OutputFile} file */
      const write = async ({ path, text }) => {
        const { code, map } = await transform(text, {
          format: 'cjs',
          platform: 'node',
          target,
          minify,
          supported: { 'dynamic-import': false },
          sourcemap: sourcemap ? 'external' : false,
          sourcesContent: false,
          sourcefile: basename(path),
          legalComments: 'none',
          logLevel: 'warning',
        });
        mkdirSync(dirname(path), { recursive: true });
        if (map === '') return writeFileSync(path, code);
        writeFileSync(`${path}.map`, map);
        writeFileSync(path, `${code}//# sourceMappingURL=${basename(path)}.map\n`);
      };

      onEnd(async ({ errors, outputFiles = [] }) => {
        if (errors.length > 0) return;
        // Nobody finds a bundle before what it loads.
        const isChunk = (/** @type {string} */ path) => basename(dirname(path)) === CHUNKS;
        const ofChunks = outputFiles.filter(({ path }) => isChunk(path));
        await Promise.all(ofChunks.map(write));
        await Promise.all(outputFiles.filter((file) => !ofChunks.includes(file)).map(write));
        const names = new Set(ofChunks.map(({ path }) => basename(path)));
        const oldest = Date.now() - KEPT_MS;
        for (const name of readdirSync(chunks)) {
          const path = join(chunks, name);
          if (names.has(name.replace(/\.map$/, ''))) continue;
          if (statSync(path).mtimeMs < oldest) rmSync(path, { force: true });
        }
      });
    },
  };
}
