import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../text/errors';

/** Whether there must be no file yet. */
export type Target = 'new' | 'any';

export interface WholeFile {
  /** Absolute, in a folder that exists. */
  readonly file: string;
  readonly text: string;
  /** Permissions. */
  readonly mode: number;
  readonly target: Target;
}

/**
 * Writes a file as UTF-8, whole or not at all.
 * @param mayReplace called when all is written beside it and only the last step remains; what it throws ends the work
 * @returns false where the file had to be new and is not
 */
export async function writeWholeFile(
  { file, text, mode, target }: WholeFile,
  mayReplace: () => Promise<void> = async () => {},
): Promise<boolean> {
  const beside = join(dirname(file), `.${basename(file)}.${randomUUID()}`);
  try {
    const draft = await open(beside, 'wx', mode);
    try {
      await draft.writeFile(text, 'utf8');
      // Whatever the process takes away from modes.
      await draft.chmod(mode);
      await draft.sync();
    } finally {
      await draft.close();
    }
    await mayReplace();
    if (target === 'new') return await linkNew(beside, file);
    await rename(beside, file);
    return true;
  } finally {
    await rm(beside, { force: true });
  }
}

async function linkNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    // A file system without hard links.
    await copyFile(from, to, constants.COPYFILE_EXCL);
    return true;
  }
}
