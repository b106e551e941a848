import { randomUUID } from 'node:crypto';
import { copyFile, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from './registry';

/** The first line of a companion says which version it is of. */
const VERSION = /^(?:#![^\n]*\n)?\/\/ read-coverage companion (\d+)\.(\d+)\.(\d+)/;
/** A file that is being run or looked at may not be replaceable for a moment on Windows; ms. */
const RETRY = 100;
const RETRIES = 10;

/** The stable copy of the companion, which agents' settings name: it outlives the extension's versioned folder. */
export function companionFileIn(userFolder: string): string {
  return join(userFolder, 'companion', 'companion.cjs');
}

/**
 * Brings the stable copy up to date with the one that came with the extension: whole or not at all, and never back to
 * an older version, which another window may not have left behind yet. An agent that runs it goes on with what it read.
 *
 * @param shipped absolute path of the extension's own
 */
export async function updateCompanion(shipped: string, userFolder: string): Promise<void> {
  const target = companionFileIn(userFolder);
  const [own, present] = await Promise.all([readFile(shipped), readFile(target).catch(() => null)]);
  if (present !== null && (present.equals(own) || compare(versionOf(present), versionOf(own)) > 0)) return;
  makePrivateFolder(userFolder);
  makePrivateFolder(dirname(target));
  const beside = `${target}.${randomUUID()}`;
  try {
    await copyFile(shipped, beside);
    await replace(beside, target);
  } finally {
    await rm(beside, { force: true });
  }
}

async function replace(from: string, to: string): Promise<void> {
  for (let left = RETRIES; ; left--) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const isBusy =
        error instanceof Error &&
        'code' in error &&
        ['EPERM', 'EBUSY', 'EACCES'].includes(String(error.code));
      if (!isBusy || process.platform !== 'win32' || left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }
}

/** Null for a file that is no companion. */
function versionOf(file: Buffer): readonly number[] | null {
  const found = VERSION.exec(file.toString('utf8', 0, 200));
  return found === null ? null : found.slice(1).map(Number);
}

function compare(one: readonly number[] | null, other: readonly number[] | null): number {
  if (one === null || other === null) return one === null ? -1 : 1;
  for (const [i, part] of one.entries()) {
    const difference = part - (other[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
