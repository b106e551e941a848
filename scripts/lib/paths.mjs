// Where things are: the checkout, and a cache outside it that any command may fill and anybody may delete.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout, absolute. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Another extension, which uses ours in the tests inside a host, absolute. */
export const sampleExtension = join(root, 'test', 'host', 'sample-extension');

/**
 * The folder that keeps what is slow to install (Node, the VS Code server), absolute; it need not exist.
 * READ_COVERAGE_CACHE names another one.
 */
export function cacheFolder() {
  const { READ_COVERAGE_CACHE: given, LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (given) return resolve(given);
  const home = homedir();
  const name = 'agent-read-coverage';
  if (process.platform === 'win32') return join(LOCALAPPDATA ?? join(home, 'AppData', 'Local'), name);
  if (process.platform === 'darwin') return join(home, 'Library', 'Caches', name);
  return join(XDG_CACHE_HOME || join(home, '.cache'), name);
}
