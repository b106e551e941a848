import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { platformOf } from '../text/platform';
import { makePrivateFolder, windowsFolder } from './registry';

/** Longest path of a socket, in bytes: the systems' limits are 104 and 108. */
const LONGEST_SOCKET_PATH = 100;

/** Where a window listens. */
export interface Endpoint {
  readonly path: string;
  /** Whether it can still be found: somebody may have cleaned up. */
  isThere(): boolean;
  /** Removes what was made for it. */
  remove(): void;
}

/** A socket in the registry's folder, or where its path would be too long, in a folder of its own; on Windows a pipe. */
export function makeEndpoint(
  userFolder: string,
  id: string,
  platform: NodeJS.Platform = process.platform,
): Endpoint {
  const pipe = platformOf(platform).pipe(id);
  if (pipe !== null) return { path: pipe, isThere: () => true, remove: () => undefined };
  const folder = windowsFolder(userFolder);
  makePrivateFolder(userFolder);
  makePrivateFolder(folder);
  const path = join(folder, `${id}.sock`);
  if (Buffer.byteLength(path) <= LONGEST_SOCKET_PATH) {
    return { path, isThere: () => existsSync(path), remove: () => rmSync(path, { force: true }) };
  }
  const other = join(mkdtempSync(join(tmpdir(), 'read-coverage-')), 's');
  return {
    path: other,
    isThere: () => existsSync(other),
    remove: () => rmSync(dirname(other), { recursive: true, force: true }),
  };
}
