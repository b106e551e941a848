import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../text/errors';
import { LOG_FOLDER } from '../text/logFolder';
import type { StopFileContent } from './stopFileContent';
import type { StopOffer, StopRequest, StopScope, StopWay } from './stopRequest';

const STOP_FILE = 'stop.json';
/** A stop file is small; a larger one is not ours. Bytes. */
const LARGEST = 64 * 1024;
/** A stop file that nobody took is removed after a day, in ms. */
const STALE_AFTER = 24 * 60 * 60 * 1000;

/**
 * Asks a harness that polls `.read-coverage/stop.json` in its workspace. For sessions of a workspace log, and for others
 * only where that folder stands already: a file that nobody polls would promise what it cannot do.
 */
export class StopFileWay implements StopWay {
  readonly #folderOf: (scope: StopScope) => string | undefined;

  /** @param folderOf absolute path of the workspace folder that a scope belongs to */
  constructor(folderOf: (scope: StopScope) => string | undefined) {
    this.#folderOf = folderOf;
  }

  async offer(scope: StopScope): Promise<StopOffer | undefined> {
    const folder = this.#folderOf(scope);
    if (folder === undefined) return undefined;
    if (!scope.source.startsWith('log:') && (await kindOf(path.join(folder, LOG_FOLDER))) !== 'folder')
      return undefined;
    return {
      kind: 'stop-file',
      label: `stop file ${LOG_FOLDER}/${STOP_FILE}`,
      send: (request) => writeStopFile(folder, request),
      withdraw: (request) => removeStopFile(folder, request),
    };
  }
}

/**
 * Writes the stop file, whole or not at all. Never follows a symbolic link: neither the folder nor the file may be one.
 * @throws Error with one sentence that says what stands in the way
 */
export async function writeStopFile(folder: string, request: StopRequest): Promise<void> {
  const shared = path.join(folder, LOG_FOLDER);
  await mkdir(shared).catch(unless('EEXIST'));
  if ((await kindOf(shared)) !== 'folder') {
    throw new Error(`${LOG_FOLDER} in the workspace is not a plain folder: remove it to use the stop file.`);
  }
  await ignoreFolder(shared);
  const target = path.join(shared, STOP_FILE);
  const present = await kindOf(target);
  if (present !== 'file' && present !== 'nothing') {
    throw new Error(`${LOG_FOLDER}/${STOP_FILE} is not a plain file: remove it to use the stop file.`);
  }
  const draft = path.join(shared, `.${STOP_FILE}.${randomUUID()}`);
  try {
    await writeFile(draft, `${JSON.stringify(contentOf(request))}\n`, { flag: 'wx' });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Keeps the folder out of version control, unless somebody has seen to that. */
async function ignoreFolder(shared: string): Promise<void> {
  const file = path.join(shared, '.gitignore');
  try {
    await writeFile(file, '*\n', { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    // On a disk that is full it is there and empty, and would be taken for one that somebody else made.
    if (errorCode(error) === 'ENOSPC') await rm(file, { force: true });
    throw error;
  }
}

/** Removes the stop file if it still holds this request. */
export async function removeStopFile(folder: string, request: StopRequest): Promise<void> {
  const present = await readStopFile(folder);
  const own = contentOf(request);
  if (present && present.session === own.session && present.requestedAt === own.requestedAt) {
    await rm(path.join(folder, LOG_FOLDER, STOP_FILE), { force: true });
  }
}

/** Removes the stop file if it is for this session, which has acknowledged it: whichever window wrote it. */
export async function removeAcknowledged(folder: string, session: string): Promise<void> {
  const present = await readStopFile(folder);
  if (present?.session === session) await rm(path.join(folder, LOG_FOLDER, STOP_FILE), { force: true });
}

/** Removes a stop file that was left over, by a window that is gone, for more than a day. */
export async function sweepStopFile(folder: string, now: number): Promise<void> {
  const present = await readStopFile(folder);
  if (present && now - Date.parse(present.requestedAt) >= STALE_AFTER) {
    await rm(path.join(folder, LOG_FOLDER, STOP_FILE), { force: true });
  }
}

/** The stop file's content; undefined where there is none that is a plain file of this form. */
async function readStopFile(folder: string): Promise<StopFileContent | undefined> {
  const shared = path.join(folder, LOG_FOLDER);
  if ((await kindOf(shared)) !== 'folder') return undefined;
  const file = path.join(shared, STOP_FILE);
  if ((await kindOf(file)) !== 'file') return undefined;
  const handle = await open(
    file,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    const stat = await handle.stat();
    if (!stat.isFile() || stat.size > LARGEST) return undefined;
    const { parseStopFile } = await import('./stopFileContent');
    return parseStopFile(await readFile(handle, 'utf8'));
  } finally {
    await handle.close();
  }
}

function contentOf(request: StopRequest): StopFileContent {
  return {
    v: 1,
    session: request.scope.session,
    actor: request.scope.actor,
    requestedAt: new Date(request.requestedAt).toISOString(),
    reason: request.reason,
  };
}

async function kindOf(file: string): Promise<'nothing' | 'folder' | 'file' | 'other'> {
  try {
    const stat = await lstat(file);
    return stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'other';
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'nothing';
    throw error;
  }
}

function unless(code: string): (error: unknown) => void {
  return (error) => {
    if (errorCode(error) !== code) throw error;
  };
}
