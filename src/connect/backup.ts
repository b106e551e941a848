import { readFile, rm } from 'node:fs/promises';
import { type FoundSettings, refuseChanged, statsOf } from './settingsFile';
import { writeWholeFile } from './wholeFile';

const ENDING = '.before-read-coverage';

/** Where the copy of a settings file stands, beside it. */
export function backupOf(file: string): string {
  return file + ENDING;
}

/**
 * Keeps a copy of what was found beside the file, once: a copy that is there is the older, so the better one.
 * @throws Refusal `changed`
 */
export async function backUp(found: FoundSettings): Promise<void> {
  const { file, text, exists, mode } = found;
  await refuseChanged(found);
  if (exists) await writeWholeFile({ file: backupOf(file), text, mode, target: 'new' });
}

/** Removes the copy where it holds nothing that the file itself does not. */
export async function dropBackup(file: string): Promise<void> {
  const backup = backupOf(file);
  if (!(await statsOf(backup))?.isFile() || !(await statsOf(file))?.isFile()) return;
  const [copy, original] = await Promise.all([readFile(backup), readFile(file)]);
  if (copy.equals(original)) await rm(backup);
}
