import { mkdir, rm, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../text/errors';
import { Refusal } from './refusal';
import { type FoundSettings, refuseChanged } from './settingsFile';
import { writeWholeFile } from './wholeFile';

/**
 * Gives the file this text, whole or not at all, and only if it is still as it was found.
 * @returns folders that had to be made, outermost first
 * @throws Refusal `changed`; nothing has happened then
 */
export async function replaceSettings(found: FoundSettings, text: string): Promise<readonly string[]> {
  const { file, exists, mode } = found;
  const made = await makeFolder(dirname(file));
  try {
    const target = exists ? 'any' : 'new';
    const written = await writeWholeFile({ file, text, mode, target }, () => refuseChanged(found));
    if (!written) throw new Refusal('changed', file);
  } catch (error) {
    await removeFolders(made);
    throw error;
  }
  return made;
}

/** Removes the file, only if it is still as it was found, and those of the given folders that are empty then. */
export async function removeSettings(found: FoundSettings, folders: readonly string[] = []): Promise<void> {
  await refuseChanged(found);
  await rm(found.file);
  await removeFolders(folders);
}

async function makeFolder(folder: string): Promise<readonly string[]> {
  const first = await mkdir(folder, { recursive: true, mode: 0o755 });
  const made: string[] = [];
  if (first === undefined) return made;
  for (let path = folder; path.length >= first.length; path = dirname(path)) made.unshift(path);
  return made;
}

/**
 * Removes those that are empty, from the innermost on.
 * @param folders outermost first
 */
export async function removeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].reverse()) {
    try {
      await rmdir(folder);
    } catch (error) {
      // Somebody has put something in, or was faster.
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
    }
  }
}
