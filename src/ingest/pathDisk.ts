import { lstatSync, realpathSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';

/** One question about the disk: where a path leads, or which file it is. */
export interface DiskQuestion {
  readonly ask: 'realpath' | 'identity';
  readonly path: string;
}

/** Null where the disk gives no answer, whatever the reason. */
export type DiskAnswer = string | null;

/** Answers at once. For the command line: the editor must never wait for a disk. */
export function askDiskSync({ ask, path }: DiskQuestion): DiskAnswer {
  try {
    if (ask === 'realpath') return realpathSync.native(path);
    return identity(lstatSync(path, { bigint: true }));
  } catch {
    return null;
  }
}

export async function askDisk({ ask, path }: DiskQuestion): Promise<DiskAnswer> {
  try {
    if (ask === 'realpath') return await realpath(path);
    return identity(await lstat(path, { bigint: true }));
  } catch {
    return null;
  }
}

/** File ids of Windows need all their 64 bits, hence `bigint`. */
function identity(stats: { readonly dev: bigint; readonly ino: bigint }): string {
  return `${stats.dev}:${stats.ino}`;
}
