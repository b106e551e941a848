import { errorMessage } from '../text/errors';
import { backUp, dropBackup } from './backup';
import { Refusal } from './refusal';
import { type FoundSettings, MODE_BITS, refuseChanged, statsOf } from './settingsFile';
import { removeSettings, replaceSettings } from './settingsWrite';

/** What a file is to be. */
export interface FileWrite {
  readonly found: FoundSettings;
  /** Its text; null: it goes away. */
  readonly after: string | null;
  /** A copy of what was there before the first change is kept beside it. */
  readonly keepsCopy: boolean;
}

/**
 * Writes all files, or none: what was written before one that cannot be is taken back.
 * @returns folders that had to be made for each, outermost first
 * @throws Refusal where a file is not what it was; AggregateError where something could not be taken back either, with
 *   what went wrong first before that
 */
export async function writeAll(writes: readonly FileWrite[]): Promise<readonly (readonly string[])[]> {
  for (const { found } of writes) await refuseChanged(found);
  const modes = await Promise.all(writes.map(({ found }) => modeOf(found)));
  const made: (readonly string[])[] = [];
  try {
    for (const each of writes) made.push(await write(each));
  } catch (error) {
    const failed = writes[made.length];
    const written = writes.slice(0, made.length).map((each, i) => ({
      ...each,
      folders: made[i] ?? [],
      mode: modes[i],
    }));
    const faults: unknown[] = [];
    const attempt = (work: Promise<void>) => work.catch((fault: unknown) => void faults.push(fault));
    if (failed?.keepsCopy === true) await attempt(dropBackup(failed.found.file));
    for (const each of written.reverse()) await attempt(takeBack(each));
    throw faults.length === 0 ? error : new AggregateError([error, ...faults], errorMessage(error));
  }
  return made;
}

async function write({ found, after, keepsCopy }: FileWrite): Promise<readonly string[]> {
  if (after === null) {
    await removeSettings(found);
    return [];
  }
  if (keepsCopy) await backUp(found);
  return replaceSettings(found, after);
}

/** The permissions of a file as it is, which are not those that it is to have. */
async function modeOf({ file, exists }: FoundSettings): Promise<number | undefined> {
  const stats = exists ? await statsOf(file) : undefined;
  return stats === undefined ? undefined : stats.mode & MODE_BITS;
}

interface Written extends FileWrite {
  readonly folders: readonly string[];
  /** Permissions of the file before; undefined: there was none. */
  readonly mode: number | undefined;
}

async function takeBack({ found: wanted, after, keepsCopy, folders, mode }: Written): Promise<void> {
  try {
    const found = { ...wanted, mode: mode ?? wanted.mode };
    if (after === null) await replaceSettings({ ...found, exists: false }, found.text);
    else if (found.exists) await replaceSettings({ ...found, text: after }, found.text);
    else await removeSettings({ ...found, text: after, exists: true }, folders);
    if (keepsCopy) await dropBackup(found.file);
  } catch (error) {
    // Somebody has written since: what they wrote stays, and the first error is told.
    if (!(error instanceof Refusal)) throw error;
  }
}
