import { join } from 'node:path';
import type { ConnectFile, ConnectPlace, FileContent } from './agentConnector';

/** A file that the agent reads for all folders. Nobody else needs to see what a person has set up. */
export function userPlace(file: string, content: FileContent): ConnectPlace {
  return { level: 'user', files: [{ file, newMode: 0o600, content }] };
}

/**
 * The file that everybody who works on a workspace folder shares, for each of the folders.
 *
 * @param below where it stands in the folder, name by name
 */
export function sharedPlaces(
  folders: readonly string[],
  below: readonly string[],
  content: FileContent,
): ConnectPlace[] {
  return folders.map((folder) => ({
    level: 'folder-shared',
    files: [sharedFile(folder, join(folder, ...below), content)],
  }));
}

/** A file in a workspace folder: none of the folders between may be a link that leads out of it. */
export function sharedFile(folder: string, file: string, content: FileContent): ConnectFile {
  return { file, plainBelow: folder, newMode: 0o644, content };
}
