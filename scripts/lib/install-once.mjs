// Slow installs, kept whole: a folder of the cache is either complete or absent.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const MARK = '.complete';

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Removes what interrupted installs of the same folder left. @param {string} folder */
function clearLeftovers(folder) {
  for (const name of readdirSync(dirname(folder))) {
    const pid = name.startsWith(`${basename(folder)}.partial-`) ? Number(name.split('-').pop()) : undefined;
    if (pid !== undefined && !isRunning(pid))
      rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
}

/**
 * Gives `folder`, filled by `fill` in a folder beside it that is renamed when all is there. A folder without the mark of a
 * complete install, or without one of the `needed` files (relative names), is thrown away and filled again.
 * @param {string} folder
 * @param {readonly string[]} needed
 * @param {(partial: string) => Promise<void>} fill
 */
export async function installOnce(folder, needed, fill) {
  const isComplete = () => [MARK, ...needed].every((name) => existsSync(join(folder, name)));
  if (isComplete()) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  clearLeftovers(folder);
  const partial = `${folder}.partial-${process.pid}`;
  mkdirSync(partial);
  try {
    await fill(partial);
    const missing = needed.filter((name) => !existsSync(join(partial, name)));
    if (missing.length > 0) throw new Error(`The install of ${basename(folder)} lacks ${missing.join(', ')}`);
    writeFileSync(join(partial, MARK), '');
    // Somebody else may have finished meanwhile; theirs is as good.
    if (!isComplete()) {
      rmSync(folder, { recursive: true, force: true });
      renameSync(partial, folder);
    }
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return folder;
}
