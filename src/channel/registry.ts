import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { field, isObject, listField, textField, wholeField } from '../agents/json';
import { makeFolder } from '../ingest/makeFolder';
import { isAbsolutePath } from '../text/path';
import { platformOf } from '../text/platform';
import { MOST_WINDOWS } from './limits';
import { parseJson } from './parseJson';

const ENDING = '.json';
const LARGEST_ENTRY = 256 * 1024;
const ID = /^[0-9a-f]{16}$/;

/** A window that hears agents' hooks. */
export interface WindowEntry {
  /** 16 hex digits. */
  readonly id: string;
  readonly pid: number;
  /** The machine's name: processes and sockets are those of one machine, a home folder may be shared. */
  readonly host: string;
  /** Canonical paths of its folders: it hears sessions in them and below. */
  readonly folders: readonly string[];
  /** Roots of the repositories that its folders are in: it hears sessions just there. */
  readonly roots: readonly string[];
  /** Path of its socket or named pipe. */
  readonly endpoint: string;
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** When its process was started (`processBirth`), where it takes letters. */
  readonly born?: string;
}

export function windowsFolder(userFolder: string): string {
  return join(userFolder, 'windows');
}

/** Where a window takes letters. */
export function lettersFolder(userFolder: string, id: string): string {
  return join(windowsFolder(userFolder), `${id}.letters`);
}

/** Makes a folder that is this user's alone, with all those around it. */
export function makePrivateFolder(folder: string): void {
  makeFolder(folder);
  if (platformOf(process.platform).hasModes && (statSync(folder).mode & 0o077) !== 0)
    chmodSync(folder, 0o700);
}

/** Writes the entry, whole or not at all. */
export function writeWindow(userFolder: string, window: WindowEntry): void {
  const folder = windowsFolder(userFolder);
  makePrivateFolder(userFolder);
  makePrivateFolder(folder);
  const beside = join(folder, `.${window.id}.${process.pid}`);
  try {
    writeFileSync(beside, JSON.stringify({ v: 1, ...window }), { mode: 0o600, flag: 'w' });
    renameSync(beside, join(folder, `${window.id}${ENDING}`));
  } finally {
    rmSync(beside, { force: true });
  }
}

export function removeWindow(userFolder: string, id: string): void {
  rmSync(join(windowsFolder(userFolder), `${id}${ENDING}`), { force: true });
  rmSync(lettersFolder(userFolder, id), { recursive: true, force: true });
}

/** The windows that say they are there, those of all machines that share the home folder. */
export function listWindows(userFolder: string): WindowEntry[] {
  const folder = windowsFolder(userFolder);
  if (!isOwn(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(ENDING) && ID.test(name.slice(0, -ENDING.length)))
    .slice(0, MOST_WINDOWS)
    .flatMap((name) => readWindow(join(folder, name), name.slice(0, -ENDING.length)) ?? []);
}

/** What stands in a folder that others can write to is no one's word. */
function isOwn(folder: string): boolean {
  try {
    const stats = lstatSync(folder);
    if (!stats.isDirectory()) return false;
    return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o022) === 0);
  } catch {
    return false; // There is none, or it cannot be looked at.
  }
}

function readWindow(file: string, id: string): WindowEntry | null {
  try {
    const stats = lstatSync(file);
    if (!stats.isFile() || stats.size > LARGEST_ENTRY) return null;
    return toWindow(parseJson(readFileSync(file, 'utf8')), id);
  } catch {
    return null; // It went away while it was looked at.
  }
}

function toWindow(entry: unknown, id: string): WindowEntry | null {
  if (!isObject(entry) || field(entry, 'v') !== 1 || textField(entry, 'id') !== id) return null;
  const pid = wholeField(entry, 'pid') ?? 0;
  const [host, endpoint, token] = ['host', 'endpoint', 'token'].map((name) => textField(entry, name) ?? '');
  if (pid <= 0 || !host || !token || !endpoint || !isAbsolutePath(endpoint) || endpoint.includes('\0'))
    return null;
  const startedAt = wholeField(entry, 'startedAt') ?? 0;
  const born = textField(entry, 'born');
  return {
    id,
    pid,
    host,
    endpoint,
    token,
    startedAt,
    folders: paths(entry, 'folders'),
    roots: paths(entry, 'roots'),
    ...(born === undefined ? {} : { born }),
  };
}

function paths(entry: { readonly [key: string]: unknown }, name: string): string[] {
  return (listField(entry, name) ?? []).filter((path) => typeof path === 'string' && path !== '') as string[];
}

/**
 * The windows that hear a session in one of these folders, all canonical: the one whose folder is the longest first,
 * then the one that was there first.
 */
export function windowsFor(windows: readonly WindowEntry[], places: readonly string[]): WindowEntry[] {
  return windows
    .flatMap((window) => {
      const near = nearness(window, places);
      return near === null ? [] : [{ window, near }];
    })
    .sort((a, b) => b.near - a.near || a.window.startedAt - b.window.startedAt)
    .map(({ window }) => window);
}

/** Length of the window's longest folder that holds a place; null where it hears none of them. */
function nearness({ folders, roots }: WindowEntry, places: readonly string[]): number | null {
  const held = folders.filter((folder) => places.some((place) => isIn(place, folder)));
  if (held.length > 0) return Math.max(...held.map((folder) => folder.length));
  return roots.some((root) => places.includes(root)) ? 0 : null;
}

function isIn(place: string, folder: string): boolean {
  return place === folder || place.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
