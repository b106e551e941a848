import { rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { errorCode } from '../text/errors';
import { listWindows, removeWindow, type WindowEntry, windowsFolder } from './registry';

/** How long a window may take to take a call, ms: it is not asked anything. */
const PATIENCE = 2000;

/**
 * Removes what windows left behind that are gone: their process is no more, or nobody listens. Only those of this
 * machine: of others nothing can be told.
 */
export async function sweepWindows(userFolder: string, host: string): Promise<void> {
  const windows = listWindows(userFolder).filter((window) => window.host === host);
  await Promise.all(
    windows.map(async (window) => {
      if (isRunning(window.pid) && (await listens(window.endpoint))) return;
      removeWindow(userFolder, window.id);
      removeSocket(userFolder, window);
    }),
  );
}

/** A process of another user is one too. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

function listens(endpoint: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(endpoint);
    const end = (isThere: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isThere);
    };
    // One that is too busy to answer is there.
    const timer = setTimeout(() => end(true), PATIENCE);
    socket.on('connect', () => end(true));
    socket.on('error', (error) => end(!['ECONNREFUSED', 'ENOENT'].includes(errorCode(error) ?? '')));
  });
}

/** Its own alone: an entry may name any socket. */
function removeSocket(userFolder: string, { id, endpoint }: WindowEntry): void {
  if (endpoint === join(windowsFolder(userFolder), `${id}.sock`)) rmSync(endpoint, { force: true });
}
