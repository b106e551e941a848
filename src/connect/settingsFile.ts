import type { Stats } from 'node:fs';
import { lstat, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { errorCode } from '../text/errors';
import { platformOf } from '../text/platform';
import { Refusal } from './refusal';

/** A larger settings file is none. Bytes. */
const LARGEST = 4 * 1024 * 1024;
/** Of what a system tells of a file, its permissions. */
export const MODE_BITS = 0o7777;
const OWNER_MAY_WRITE = 0o200;

/** A settings file as it was found. */
export interface FoundSettings {
  /** Absolute. */
  readonly file: string;
  /** A byte order mark stays part of it. Empty where there is no file. */
  readonly text: string;
  readonly exists: boolean;
  /** The permissions it has, or is to have. */
  readonly mode: number;
}

export interface SettingsPlace {
  /** Absolute. */
  readonly file: string;
  /** Below this folder, absolute, no part of the file's path may be a symlink: what lies in a workspace may lead anywhere. */
  readonly plainBelow?: string;
  /** Permissions of a file that is made. */
  readonly newMode: number;
}

/**
 * @throws Refusal where the file, if there is one, could not be changed without harm
 */
export async function findSettings({ file, plainBelow, newMode }: SettingsPlace): Promise<FoundSettings> {
  if (plainBelow !== undefined) await refuseLinksBelow(plainBelow, file);
  const stats = await statsOf(file);
  if (!stats) {
    await refuseUnwritableFolder(file);
    return { file, text: '', exists: false, mode: newMode };
  }
  refuseUnfit(stats, file);
  await refuseUnwritableFolder(file);
  const bytes = await readFile(file);
  return { file, text: textOf(bytes, file), exists: true, mode: stats.mode & MODE_BITS };
}

/** The file's text, also where it could not be changed; empty where there is none to be had. */
export async function glanceAt(file: string): Promise<string> {
  try {
    const stats = await stat(file);
    return stats.isFile() && stats.size <= LARGEST ? await readFile(file, 'utf8') : '';
  } catch {
    return ''; // Missing or unreadable: whoever wants to change it is told then.
  }
}

/** @throws Refusal `changed` where the file is not what was found */
export async function refuseChanged({ file, text, exists }: FoundSettings): Promise<void> {
  const stats = await statsOf(file);
  if (!stats && !exists) return;
  if (!stats?.isFile() || !exists) throw new Refusal('changed', file);
  if (!(await readFile(file)).equals(Buffer.from(text, 'utf8'))) throw new Refusal('changed', file);
}

function refuseUnfit(stats: Stats, file: string): void {
  if (stats.isSymbolicLink()) throw new Refusal('symlink', file);
  if (!stats.isFile()) throw new Refusal('not-a-file', file);
  if (stats.size > LARGEST) throw new Refusal('too-large', file);
  // Replacing the file would part it from its other name.
  if (stats.nlink > 1) throw new Refusal('linked-twice', file);
  const uid = process.getuid?.();
  if (uid !== undefined && stats.uid !== uid) throw new Refusal('other-owner', file);
  // Not asked of the system: it lets an administrator write everything.
  if ((stats.mode & OWNER_MAY_WRITE) === 0) throw new Refusal('read-only', file);
}

async function refuseUnwritableFolder(file: string): Promise<void> {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const stats = await stat(folder).catch(unless('ENOENT'));
    if (stats) {
      if (!stats.isDirectory()) throw new Refusal('not-a-file', folder);
      const uid = process.getuid?.();
      const own = uid === undefined || stats.uid === uid;
      if (own && (stats.mode & OWNER_MAY_WRITE) === 0 && platformOf(process.platform).hasModes) {
        throw new Refusal('read-only', folder);
      }
      return;
    }
    if (dirname(folder) === folder) return;
  }
}

async function refuseLinksBelow(root: string, file: string): Promise<void> {
  let path = root;
  for (const part of relative(root, file).split(sep)) {
    path = join(path, part);
    if ((await statsOf(path))?.isSymbolicLink()) throw new Refusal('symlink', path);
  }
}

function textOf(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refusal('not-utf8', file);
  }
}

/** Of the file itself where it is a symlink; undefined where there is none. */
export async function statsOf(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(unless('ENOENT', 'ENOTDIR'));
}

function unless(...codes: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes(errorCode(error) ?? '')) throw error;
  };
}
