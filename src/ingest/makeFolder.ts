import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../text/errors';

/**
 * Makes a folder, with all those around it, for this user alone (0700). One that is there stays as it is. Node's own way
 * never ends where the system says that there is no such folder though the one around it is there, as `/proc` does.
 *
 * @throws where it cannot be made
 */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const around = dirname(folder);
  if (around !== folder) makeFolder(around);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been first.
    if (errorCode(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}
