// Several bundles of one build that share what they have in common. esbuild splits only ECMAScript modules, into as many
// chunks as there are ways to share; VS Code and threads load CommonJS, and every file costs time. So what it gives is
// bundled once more: chunks that the same bundles load at their start become one file.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

/** Folder of what is shared or loaded late, in that of the bundles. */
export const CHUNKS = 'chunks';

/** A window that runs the build before this one still loads from it what it has not needed yet. */
const KEPT_MS = 3_600_000;

/** What is loaded late, among the names of bundles. */
const LATE = 'late';

/**
 * A file that is written, made of outputs of esbuild, by their paths: `main` is what the file exports itself; of the others
 * it exports each under a name of its own.
 * @typedef {{ path: string, main?: string, others: readonly string[] }} File
 */

/**
 * Writes the bundles and, beside them, what they share and what they load with `import()`, which becomes a `require` that
 * waits for its turn. Loaded twice in a process, a module is the same.
 * @returns {import('esbuild').Plugin}
 */
export function sharedChunks() {
  return {
    name: 'shared-chunks',
    setup({ initialOptions, onEnd }) {
      const {
        outdir = '',
        target = 'node22',
        minify = false,
        sourcemap = false,
        external = [],
      } = initialOptions;
      const chunks = join(outdir, CHUNKS);
      Object.assign(initialOptions, {
        format: 'esm',
        splitting: true,
        write: false,
        metafile: true,
        outExtension: { '.js': '.cjs' },
        chunkNames: `${CHUNKS}/[name]-[hash]`,
        ...(sourcemap ? { sourcemap: 'inline' } : {}),
      });

      onEnd(async ({ errors, outputFiles = [], metafile }) => {
        if (errors.length > 0 || metafile === undefined) return;
        const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
        const files = filesOf(metafile, texts, resolve(chunks));
        mkdirSync(chunks, { recursive: true });
        const written = await Promise.all(
          files.map(async (file) => {
            const { outputFiles: [made] = [], outputFiles: all = [] } = await build({
              ...entryOf(file),
              outfile: file.path,
              bundle: true,
              // Everything else is bundled already.
              platform: 'neutral',
              format: 'cjs',
              target,
              minify,
              external: [...external, 'node:*'],
              supported: { 'dynamic-import': false },
              sourcemap: sourcemap ? 'linked' : false,
              sourcesContent: false,
              legalComments: 'none',
              logLevel: 'warning',
              write: false,
              plugins: [fromFiles(file, files, texts)],
            });
            return made === undefined ? [] : all;
          }),
        );
        // Nobody finds a bundle before what it loads.
        const isChunk = (/** @type {string} */ path) => basename(dirname(path)) === CHUNKS;
        const all = written.flat().sort((a, b) => Number(isChunk(b.path)) - Number(isChunk(a.path)));
        for (const { path, contents } of all) writeFileSync(path, contents);
        dropOld(chunks, new Set(all.map(({ path }) => basename(path))));
      });
    },
  };
}

/**
 * @param {import('esbuild').Metafile} metafile
 * @param {ReadonlyMap<string, string>} texts of all that esbuild gave, by path
 * @param {string} folder of the chunks, absolute
 * @returns {readonly File[]}
 */
function filesOf({ outputs }, texts, folder) {
  const outputAt = new Map(Object.entries(outputs).map(([path, output]) => [resolve(path), output]));
  /** @param {string} start */
  const loadedWith = (start) => {
    const loaded = new Set([start]);
    for (const path of loaded)
      for (const { path: next, kind, external } of outputAt.get(path)?.imports ?? [])
        if (kind === 'import-statement' && !external) loaded.add(resolve(next));
    return loaded;
  };
  const bundles = [...outputAt].flatMap(([path, { entryPoint }]) => {
    if (entryPoint === undefined) return [];
    const name = dirname(path) === folder ? LATE : stemOf(path);
    return [{ name, loaded: loadedWith(path) }];
  });
  const build = createHash('sha256')
    .update([...texts].flat().join('\n'))
    .digest('hex');
  /** @param {string} name */
  const pathOf = (name) => {
    const hash = createHash('sha256').update(`${build} ${name}`).digest('hex').slice(0, 8).toUpperCase();
    return join(folder, `${name.replace(/-[0-9A-Z]{8}$/, '')}-${hash}.cjs`);
  };

  /** @type {Map<string, { path: string, main?: string, others: string[] }>} */
  const files = new Map();
  /** @param {string} path */
  const fileAt = (path) => {
    const file = files.get(path) ?? { path, others: [] };
    files.set(path, file);
    return file;
  };
  for (const [path, { entryPoint }] of outputAt) {
    const users = new Set(bundles.filter(({ loaded }) => loaded.has(path)).map(({ name }) => name));
    // Only the window loads anything late: what it has then is no reason for a file.
    if (users.has('extension') || (users.size === 1 && users.has(LATE))) users.delete(LATE);
    const [user, ...more] = users;
    if (entryPoint !== undefined || user === undefined)
      fileAt(dirname(path) === folder ? pathOf(stemOf(path)) : path).main = path;
    else if (more.length === 0) fileAt(join(dirname(folder), `${user}.cjs`)).others.push(path);
    else fileAt(pathOf([...users].sort().join('-'))).others.push(path);
  }
  return [...files.values()];
}

/** @param {string} path */
function stemOf(path) {
  return basename(path, '.cjs');
}

/**
 * Under what name a file exports a chunk that it is not made for.
 * @param {string} chunk
 */
function nameIn(chunk) {
  return stemOf(chunk).replaceAll('-', '_');
}

/**
 * @param {File} file
 * @returns {import('esbuild').BuildOptions}
 */
function entryOf({ path, main, others }) {
  if (main !== undefined && others.length === 0) return { entryPoints: [main] };
  const exported = others.map((chunk) => `export * as ${nameIn(chunk)} from ${JSON.stringify(chunk)};`);
  if (main !== undefined) exported.push(`export * from ${JSON.stringify(main)};`);
  return { stdin: { contents: exported.join('\n'), resolveDir: dirname(path) } };
}

/**
 * Finds chunks in memory: those of this file are bundled into it, others are required from theirs.
 * @param {File} own
 * @param {readonly File[]} files
 * @param {ReadonlyMap<string, string>} texts
 * @returns {import('esbuild').Plugin}
 */
function fromFiles(own, files, texts) {
  const ELSEWHERE = 'elsewhere';
  const homes = new Map(
    files.flatMap((file) => [file.main ?? [], file.others].flat().map((chunk) => [chunk, file])),
  );
  return {
    name: 'from-files',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\.cjs$/ }, ({ path, importer, namespace }) => {
        if (namespace === ELSEWHERE) return { path, external: true };
        const chunk = resolve(dirname(importer), path);
        const home = homes.get(chunk);
        if (home === undefined) return undefined;
        if (home === own) return { path: chunk };
        const required = `./${relative(dirname(own.path), home.path).replaceAll('\\', '/')}`;
        return chunk === home.main
          ? { path: required, external: true }
          : { path: chunk, namespace: ELSEWHERE, pluginData: required };
      });
      onLoad({ filter: /\.cjs$/, namespace: 'file' }, ({ path }) => ({
        contents: texts.get(path) ?? '',
        loader: 'js',
      }));
      onLoad({ filter: /\.cjs$/, namespace: ELSEWHERE }, ({ path, pluginData }) => ({
        contents: `module.exports = require(${JSON.stringify(pluginData)}).${nameIn(path)};`,
        loader: 'js',
      }));
    },
  };
}

/**
 * @param {string} folder
 * @param {ReadonlySet<string>} current
 */
function dropOld(folder, current) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!current.has(name) && Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { force: true });
  }
}
