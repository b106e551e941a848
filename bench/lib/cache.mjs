// What the bench makes or installs once, in the cache folder.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installOnce } from '../../scripts/lib/install-once.mjs';
import { npm } from '../../scripts/lib/npm.mjs';
import { cacheFolder } from '../../scripts/lib/paths.mjs';

/** Raised when the made-up inputs change, so that older ones are not taken for them. */
const INPUTS = 1;

/**
 * A file that is made once.
 * @param {string} name
 * @param {(path: string) => void} make
 */
export function madeOnce(name, make) {
  const path = join(cacheFolder(), 'bench', `${INPUTS}`, name);
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.partial-${process.pid}`;
  make(partial);
  renameSync(partial, path);
  return path;
}

/**
 * Keeps what was measured of a part, so that parts can be measured one by one.
 * @param {string} name
 * @param {import('./results.mjs').Part} part
 */
export function keepResults(name, part) {
  const folder = join(cacheFolder(), 'bench', 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(part));
}

/**
 * What was measured last of a part; undefined: it never was.
 * @param {string} name
 * @returns {import('./results.mjs').Part | undefined}
 */
export function keptResults(name) {
  const path = join(cacheFolder(), 'bench', 'results', `${name}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/**
 * A package that is installed once, to be compared with: the folder that holds its node_modules.
 * @param {string} name
 * @param {string} version
 */
export function installedOnce(name, version) {
  const folder = join(cacheFolder(), `bench-${name.replaceAll('/', '+')}-${version}`);
  return installOnce(folder, [join('node_modules', name, 'package.json')], async (partial) => {
    writeFileSync(join(partial, 'package.json'), '{"private":true}\n');
    const options = ['--no-save', '--no-package-lock', '--ignore-scripts'];
    await npm(process.execPath, partial, ['install', `${name}@${version}`, ...options]);
  });
}
