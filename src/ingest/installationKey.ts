import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../text/errors';
import { makeFolder } from './makeFolder';

const FILE_NAME = 'line-key';
/** Two 32-bit numbers in hex. */
const KEY = /^([0-9a-f]{8})([0-9a-f]{8})\s*$/;
const LONGEST_KEY_FILE = 64;

/**
 * The key of this installation's hashes of lines. It is kept in the user's own folder and made on first use; where that
 * cannot be done, it is random, so hashes can be compared within this process only.
 *
 * @param folder absolute; made (0700) where it does not exist
 */
export function installationKey(folder: string): readonly [number, number] {
  try {
    const path = join(folder, FILE_NAME);
    return parseKey(readKey(path) ?? createKey(folder, path)) ?? numbers(randomHex(8));
  } catch {
    // Unreadable or unwritable: nothing is lost but the comparison with other processes.
    return numbers(randomHex(8));
  }
}

/** By the global, which is loaded when it is first used: `node:crypto` would cost each hook of an agent its loading. */
function randomHex(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex');
}

/** Null where there is no key yet. */
function readKey(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    const stats = fstatSync(file);
    return stats.isFile() && stats.size <= LONGEST_KEY_FILE ? readFileSync(file, 'utf8') : '';
  } finally {
    closeSync(file);
  }
}

/**
 * Writes the key beside and links it into place, which fails if another process was first: then that one's key counts,
 * and it is whole. Gives the key that is in place.
 */
function createKey(folder: string, path: string): string {
  const made = randomHex(8);
  makeFolder(folder);
  const beside = `${path}.${process.pid}.${randomHex(4)}`;
  const file = openSync(beside, 'wx', 0o600);
  try {
    writeSync(file, `${made}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(beside, path);
    return made;
  } catch {
    const other = readKey(path);
    if (other !== null) return other;
    // A file system without hard links.
    copyFileSync(beside, path, constants.COPYFILE_EXCL);
    return made;
  } finally {
    rmSync(beside, { force: true });
  }
}

function parseKey(text: string): readonly [number, number] | null {
  return KEY.test(text) ? numbers(text) : null;
}

function numbers(hex: string): readonly [number, number] {
  return [Number.parseInt(hex.slice(0, 8), 16), Number.parseInt(hex.slice(8, 16), 16)];
}
