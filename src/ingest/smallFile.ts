import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { errorCode } from '../text/errors';

/** All of a regular file of at most so many bytes; null where there is none that can be read. Waits for the disk. */
export function smallFile(path: string, largest: number): Buffer | null {
  try {
    // Without waiting for the writer of a named pipe, which is then no file.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
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
