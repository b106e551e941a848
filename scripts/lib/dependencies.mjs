// The packages of package-lock.json, installed when they are not there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './npm.mjs';
import { root } from './paths.mjs';

/**
 * What a lock file holds, by folder.
 * @param {string} file
 * @returns {Record<string, {version?: string, optional?: boolean}>}
 */
const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** True where every package that the lock file demands is installed in that version (file times would lie after a checkout). */
function areInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const present = packagesOf(installed);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([folder, entry]) =>
      folder === '' || entry.optional === true || present[folder]?.version === entry.version,
  );
}

/**
 * Installs the project's packages unless they are there.
 * @param {string} node path of the Node binary that runs npm
 */
export async function installDependencies(node) {
  if (areInstalled()) return;
  process.stderr.write('Installing the packages of package-lock.json…\n');
  await npm(node, root, ['ci']);
}
