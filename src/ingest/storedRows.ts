import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { JsonObject, RowParse } from '../agents/adapter';
import { errorCode } from '../text/errors';
import { shown } from '../text/escape';
import { InputError } from './inputError';
import { LARGEST_DOCUMENT, mayBeDocument, parseDocument } from './jsonDocument';
import { type JsonLine, JsonLines } from './jsonLines';

const SLICE_BYTES = 256 * 1024;
/** Of a large file more is read at once: each slice opens it anew. */
const LARGE_SLICE_BYTES = 1024 * 1024;
const LARGE = 16 * 1024 * 1024;
const FOLDER = 'is a folder, not a file: name the files in it';
/** How every SQLite database starts. */
const DATABASE_START = Buffer.from('SQLite format 3\0');

/** The first bytes of a file. @throws InputError where it cannot be read */
export function startOf(path: string): Buffer {
  return readSlice(path, 0);
}

/** Whether a file that starts so is an SQLite database. */
export function isDatabase(start: Buffer): boolean {
  return start.subarray(0, DATABASE_START.length).equals(DATABASE_START);
}

/**
 * The rows of a finished file, in order; a last line without line end is taken too. A file that is one JSON value over
 * several lines, or a JSON array, is a single row on line 1 (see `parseDocument`). Reads slice by slice and keeps no file
 * open in between, so that hundreds of files can be read side by side.
 *
 * @throws InputError where the file cannot be read
 */
export function* storedRows(path: string, parse?: RowParse): Generator<JsonLine> {
  let slice = readSlice(path, 0);
  const document = mayBeDocument(slice) ? storedDocument(path, slice) : null;
  if (document !== null) {
    yield { record: document, line: 1 };
    return;
  }
  const lines = new JsonLines(parse);
  // What was read is not kept by the lines: the next comes into the same place.
  let into = Buffer.allocUnsafe(SLICE_BYTES);
  for (let position = 0; slice.length > 0; slice = readSlice(path, position, into)) {
    position += slice.length;
    if (position >= LARGE && into.length < LARGE_SLICE_BYTES) into = Buffer.allocUnsafe(LARGE_SLICE_BYTES);
    lines.push(slice);
    for (let row = lines.next(); row !== null; row = lines.next()) yield row;
  }
  const last = lines.end();
  if (last !== null) yield last;
}

function storedDocument(path: string, start: Buffer): JsonObject | null {
  const slices = [start];
  let bytes = start.length;
  for (let slice = readSlice(path, bytes); slice.length > 0; slice = readSlice(path, bytes)) {
    bytes += slice.length;
    if (bytes > LARGEST_DOCUMENT) return null;
    slices.push(slice);
  }
  return parseDocument(Buffer.concat(slices));
}

function readSlice(path: string, position: number, into?: Buffer): Buffer {
  try {
    // Without waiting for the writer of a named pipe, which is then refused below.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = fstatSync(file);
      if (stats.isDirectory()) throw new InputError(`${shown(path)} ${FOLDER}`);
      if (!stats.isFile()) throw new InputError(`${shown(path)} is not a regular file`);
      const slice = into ?? Buffer.allocUnsafe(SLICE_BYTES);
      return slice.subarray(0, readSync(file, slice, 0, slice.length, position));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(`${shown(path)} ${reason(error)}`);
  }
}

function reason(error: unknown): string {
  const code = errorCode(error);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'does not exist: name a transcript or a workspace log';
    case 'EACCES':
    case 'EPERM':
      return 'cannot be read: no permission';
    case 'EISDIR':
      return FOLDER;
    default:
      return `cannot be read (${code ?? 'unknown error'})`;
  }
}
