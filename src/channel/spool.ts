import { appendFileSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { field, isObject, listField, textField } from '../agents/json';
import { errorCode } from '../text/errors';
import { LARGEST_MESSAGE, LARGEST_SPOOL_FILE, MOST_SPOOL_FILES, SPOOL_KEPT } from './limits';
import { parseJson } from './parseJson';
import { makePrivateFolder } from './registry';

const ENDING = '.jsonl';
/** The part of a file that was full: it is kept until the next one is. */
const FULL = '.full';
const NOTHING = Buffer.alloc(0);
const PLAIN_ID = /^[\w-]{1,100}$/;

/** What an agent told while no window heard it: a line of the spool. */
export interface Spooled {
  readonly agent: string;
  /** Canonical folders that the session was in. */
  readonly places: readonly string[];
  /** The report as it would have been sent. */
  readonly hook: unknown;
}

function spoolFolder(userFolder: string): string {
  return join(userFolder, 'spool');
}

/** Appends a report to the file of its session. Bounded: the oldest sessions, and the start of a long one, go first. */
export function spool(userFolder: string, session: string, { agent, places, hook }: Spooled): void {
  const folder = spoolFolder(userFolder);
  makePrivateFolder(userFolder);
  if (isLink(folder)) return;
  makePrivateFolder(folder);
  const name = PLAIN_ID.test(session) ? session : `x${Buffer.from(session).toString('hex').slice(0, 90)}`;
  const file = join(folder, `${name}${ENDING}`);
  const size = sizeOf(file);
  if (size === null) makeRoom(folder);
  else if (size >= LARGEST_SPOOL_FILE) {
    sizeOf(file + FULL);
    renameSync(file, file + FULL);
  }
  // Whoever wrote the last line may not have come to its end.
  const before = size === null ? '' : '\n';
  appendFileSync(file, `${before}${JSON.stringify({ v: 1, agent, places, hook })}\n`, { mode: 0o600 });
}

/** Where it leads, files are not ours: none is written there, and above all none is taken away. */
function isLink(folder: string): boolean {
  return lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Null where there is no such file. A link is none, and goes. */
function sizeOf(file: string): number | null {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (stats.isFile()) return stats.size;
  rmSync(file, { recursive: true, force: true });
  return null;
}

function isSpool(name: string): boolean {
  return name.endsWith(ENDING) || name.endsWith(ENDING + FULL);
}

function makeRoom(folder: string): void {
  const files = readdirSync(folder)
    .filter(isSpool)
    .map((name) => {
      const file = join(folder, name);
      return { file, modified: lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
    });
  files.sort((a, b) => b.modified - a.modified);
  for (const { file } of files.slice(MOST_SPOOL_FILES - 1)) rmSync(file, { recursive: true, force: true });
}

/** Reads what agents told and no window heard; each time only what is new. */
export class SpoolReader {
  readonly #folder: string;
  /** How much of each file was read, in bytes, by its inode: a file that is full gets another name. */
  #offsets = new Map<number, number>();

  constructor(userFolder: string) {
    this.#folder = spoolFolder(userFolder);
  }

  /**
   * Session by session, each in its order. Files that are old go; the others stay, for windows that open later.
   *
   * @param isWanted by the folders that a session was in
   */
  async read(now: number, isWanted: (places: readonly string[]) => boolean): Promise<Spooled[]> {
    const found: Spooled[] = [];
    const offsets = new Map<number, number>();
    for (const name of await namesIn(this.#folder)) {
      const file = join(this.#folder, name);
      const stats = await lstat(file).catch(unlessGone);
      if (stats === null) continue;
      if (now - stats.mtimeMs > SPOOL_KEPT) await rm(file, { force: true });
      else if (stats.isFile() && stats.size <= LARGEST_SPOOL_FILE + LARGEST_MESSAGE) {
        const known = this.#offsets.get(stats.ino) ?? 0;
        const from = known > stats.size ? 0 : known;
        const bytes = from === stats.size ? NOTHING : await linesFrom(file, from);
        // Of the text it could not be told: bytes that are none of a character are one of three bytes there.
        offsets.set(stats.ino, from + bytes.length);
        found.push(...linesOf(bytes.toString('utf8'), isWanted));
      }
    }
    this.#offsets = offsets;
    return found;
  }
}

/** The whole lines of a file after so many bytes. */
async function linesFrom(file: string, from: number): Promise<Buffer> {
  const bytes = await readFile(file).catch(unlessHidden);
  return bytes === null ? NOTHING : bytes.subarray(from, Math.max(from, bytes.lastIndexOf('\n') + 1));
}

/** Other windows and companions clear up as well. */
function unlessGone(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null;
  throw error;
}

/** What an agent told that ran as another user, by sudo say, does not keep the others' from being read. */
function unlessHidden(error: unknown): null {
  return ['EACCES', 'EPERM'].includes(errorCode(error) ?? '') ? null : unlessGone(error);
}

/** The full part of a session's file before the one that followed it. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    if (isLink(folder)) return [];
    const names = await readdir(folder);
    const order = (name: string) => (name.endsWith(FULL) ? name.slice(0, -FULL.length) : `${name}\u0001`);
    return names.filter(isSpool).sort((a, b) => (order(a) < order(b) ? -1 : 1));
  } catch {
    return []; // No agent has told anything yet.
  }
}

/** All lines of a file, or none: they are of one session. */
function linesOf(text: string, isWanted: (places: readonly string[]) => boolean): Spooled[] {
  const lines: Spooled[] = [];
  for (const line of text.split('\n')) {
    const spooled = line === '' ? null : toSpooled(parseJson(line));
    if (spooled === null) continue;
    if (lines.length === 0 && !isWanted(spooled.places)) return [];
    lines.push(spooled);
  }
  return lines;
}

function toSpooled(entry: unknown): Spooled | null {
  if (!isObject(entry) || field(entry, 'v') !== 1) return null;
  const agent = textField(entry, 'agent');
  const places = listField(entry, 'places')?.filter((place) => typeof place === 'string');
  return agent === undefined || places === undefined ? null : { agent, places, hook: field(entry, 'hook') };
}
