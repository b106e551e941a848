import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { field, isObject, listField } from '../agents/json';
import { parsedText } from '../agents/recordedFolder';
import { writeWholeFile } from '../connect/wholeFile';
import { errorCode } from '../text/errors';
import { smallText } from './smallFile';

/** Raised with each change of what stands in the file. */
const FORMAT = 1;
const MOST_HEADS = 20_000;
/** Reading it must hold nothing up, whatever stands in it. */
const MOST_BYTES = 4 * 1024 * 1024;
/** More than what stands around and between the rows. */
const AROUND_ROWS = 128 * 1024;
const LONGEST_TEXT = 4096;
/** Nobody writes for so long, ms. */
const DRAFT_IS_LEFT = 3_600_000;
const KEY = /^[0-9a-f]{32}$/;

/** Where heads are remembered. */
export interface HeadsPlace {
  /** Absolute path; its folder is made where it does not exist. */
  readonly file: string;
  /** Of the product: another one may understand heads otherwise. */
  readonly version: string;
}

/** What the head of a transcript told, and the bytes that there were of the transcript by then. */
export interface KnownHead {
  readonly bytes: number;
  readonly cwd: string | null;
  readonly session: string | null;
  readonly parent: string | null;
}

/** Heads by key, those used last at the end. None where the file is damaged, or of another version. */
export async function readHeads({ file, version }: HeadsPlace): Promise<Map<string, KnownHead>> {
  const heads = new Map<string, KnownHead>();
  const stored = parsedText((await smallText(file, MOST_BYTES)) ?? '');
  if (!isObject(stored) || field(stored, 'format') !== FORMAT || field(stored, 'version') !== version) {
    return heads;
  }
  for (const row of listField(stored, 'heads')?.slice(-MOST_HEADS) ?? []) {
    const [key, bytes, cwd, session, parent]: unknown[] = Array.isArray(row) ? row : [];
    const isSound = typeof key === 'string' && KEY.test(key) && isSize(bytes);
    if (isSound && isText(cwd) && isText(session) && isText(parent)) {
      heads.set(key, { bytes, cwd, session, parent });
    }
  }
  return heads;
}

/** Writes as many as there is room for, the last ones; none where the disk does not let us. */
export async function writeHeads(
  { file, version }: HeadsPlace,
  heads: ReadonlyMap<string, KnownHead>,
): Promise<void> {
  const rows: string[] = [];
  let room = MOST_BYTES - AROUND_ROWS;
  for (const [key, { bytes, cwd, session, parent }] of [...heads].slice(-MOST_HEADS).reverse()) {
    if (![cwd, session, parent].every(isText)) continue;
    const row = JSON.stringify([key, bytes, cwd, session, parent]);
    room -= Buffer.byteLength(row);
    if (room < 0) break;
    rows.push(row);
  }
  const start = JSON.stringify({ format: FORMAT, version }).slice(0, -1);
  const text = `${start},"heads":[\n${rows.reverse().join(',\n')}\n]}\n`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeWholeFile({ file, text, mode: 0o600, target: 'any' });
    await dropDrafts(file);
  } catch (error) {
    // A disk that is full, or may only be read: the next start reads the heads again.
    if (errorCode(error) === undefined) throw error;
  }
}

/** A window that is closed while it writes leaves what it had written beside the file. */
async function dropDrafts(file: string): Promise<void> {
  const folder = dirname(file);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`.${basename(file)}.`)) continue;
    const draft = join(folder, name);
    const { mtimeMs } = await lstat(draft);
    if (Date.now() - mtimeMs > DRAFT_IS_LEFT) await rm(draft, { force: true });
  }
}

function isSize(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isText(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && value.length <= LONGEST_TEXT);
}
