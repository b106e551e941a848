import { stat } from 'node:fs/promises';
import type { Adapter } from '../agents/adapter';
import type { Machine } from '../agents/transcripts';
import { errorCode } from '../text/errors';

/** The kinds of the agents of which a folder for transcripts is on the machine. Nothing in it is looked at. */
export async function agentsWithFolder(
  adapters: readonly Adapter[],
  machine: Machine,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const { kind, transcripts } of adapters) {
    for (const root of transcripts?.roots(machine) ?? []) {
      if (!(await isFolder(root))) continue;
      found.add(kind);
      break;
    }
  }
  return found;
}

/** A folder that may not be looked at is there all the same. */
async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    return ['EACCES', 'EPERM'].includes(errorCode(error) ?? '');
  }
}
