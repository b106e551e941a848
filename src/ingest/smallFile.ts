import { closeSync, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { errorCode } from '../text/errors';
import { guarded, OPEN_FLAGS, openFile, UnreadableFile } from './regularFile';

/*
 * All of a regular file of at most so many bytes; null where there is none that can be read. A symlink is no file: it may
 * lead to what nobody meant to have read.
 */

/** Waits for the disk. */
export function smallFile(path: string, largest: number): Buffer | null {
  try {
    if (!lstatSync(path).isFile()) return null;
    const file = openSync(path, OPEN_FLAGS.refuse);
    try {
      const stats = fstatSync(file);
      return stats.isFile() && stats.size <= largest ? readFileSync(file) : null;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (errorCode(error) !== undefined) return null;
    throw error;
  }
}

/** Its text. */
export async function smallText(path: string, largest: number): Promise<string | null> {
  try {
    const file = await openFile(path, 'refuse');
    try {
      return await guarded(async () => {
        const { size } = await file.stat();
        return size > largest ? null : await file.readFile('utf8');
      });
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof UnreadableFile) return null;
    throw error;
  }
}
