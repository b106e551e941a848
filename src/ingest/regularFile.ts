import type { BigIntStats } from 'node:fs';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';
import { errorCode } from '../text/errors';

/**
 * Why a file cannot be read; the last one is any other error's code. `too-large` and `damaged` are said of files that are
 * read as a whole, `no-sqlite` of databases where this Node has no SQLite.
 */
export type Unreadable =
  | 'missing'
  | 'not-a-file'
  | 'no-permission'
  | 'too-large'
  | 'damaged'
  | 'no-sqlite'
  | { readonly code: string };

/** A file could not be read, for a reason that is expected and may pass. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly reason: Unreadable;

  constructor(reason: Unreadable) {
    super(typeof reason === 'string' ? reason : reason.code);
    this.reason = reason;
  }
}

/** `follow`: a symlink stands for the file it leads to. `refuse`: it is no file. */
export type Symlinks = 'follow' | 'refuse';

const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** How a file is opened for reading: without waiting for the writer of a named pipe, which is then no file. */
export const OPEN_FLAGS: Readonly<Record<Symlinks, number>> = {
  follow: READING,
  refuse: READING | (constants.O_NOFOLLOW ?? 0),
};

/**
 * Stats of a regular file.
 *
 * @throws UnreadableFile for anything else
 */
export async function statFile(path: string, symlinks: Symlinks): Promise<BigIntStats> {
  return guarded(async () => {
    const stats = await (symlinks === 'follow' ? stat : lstat)(path, { bigint: true });
    if (!stats.isFile()) throw new UnreadableFile('not-a-file');
    return stats;
  });
}

/**
 * Opens a regular file for reading. Never waits (a pipe has no writer yet) and never opens what only looked like a file.
 *
 * @throws UnreadableFile for anything else
 */
export async function openFile(path: string, symlinks: Symlinks): Promise<FileHandle> {
  return guarded(async () => {
    // Opening a device can already do something, so it is looked at before.
    await statFile(path, symlinks);
    const file = await open(path, OPEN_FLAGS[symlinks]);
    try {
      if (!(await file.stat()).isFile()) throw new UnreadableFile('not-a-file');
    } catch (error) {
      await file.close();
      throw error;
    }
    return file;
  });
}

/** File systems count time in ticks: what changed so shortly ago (ms) may change again unseen. */
export const CLOCK_TICK = 2000;

/** Which file it is, and not only which path. */
export function identity(stats: BigIntStats): string {
  return `${stats.dev}:${stats.ino}`;
}

/** Runs a disk operation; its errors become {@link UnreadableFile}. */
export async function guarded<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(reasonOf(errorCode(error)));
  }
}

/** Why a file cannot be read, by the code of the system's error. */
export function reasonOf(code = 'unknown'): Unreadable {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'missing';
    case 'ELOOP':
    case 'EISDIR':
      return 'not-a-file';
    case 'EACCES':
    case 'EPERM':
      return 'no-permission';
    default:
      return { code };
  }
}
