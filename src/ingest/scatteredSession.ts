import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { JsonObject } from '../agents/adapter';
import { errorCode } from '../text/errors';
import { parseDocument } from './jsonDocument';
import { smallFile } from './smallFile';

/** Larger files are no messages. */
const LARGEST_BYTES = 16 * 1024 * 1024;
const JSON_FILE = '.json';
const DEEPEST = 20;

/**
 * The records of a session that OpenCode stored before it had a database: `storage/session/<project>/<session>.json`, its
 * messages in `storage/message/<session>/`, their parts in `storage/part/<message>/`. Those of the sessions above it come
 * first. Null where the file is no such session's.
 */
export function scatteredSession(path: string): Iterable<JsonObject> | null {
  const storage = storageOf(path);
  const session = storage === null ? null : read(path);
  return storage === null || session === null ? null : recordsOf(storage, path, session);
}

function storageOf(path: string): string | null {
  const sessions = dirname(dirname(path));
  const storage = dirname(sessions);
  const isSession = basename(sessions) === 'session' && basename(storage) === 'storage';
  return isSession && path.endsWith(JSON_FILE) ? storage : null;
}

function* recordsOf(storage: string, path: string, session: JsonObject): Generator<JsonObject> {
  const above: JsonObject[] = [];
  for (let parent = session['parentID']; isName(parent) && above.length < DEEPEST; ) {
    const record = read(join(dirname(path), parent + JSON_FILE));
    if (record === null) break;
    above.unshift(record);
    parent = record['parentID'];
  }
  yield* above;
  yield session;
  // Names begin with the time at which they were given.
  for (const message of namesIn(join(storage, 'message', basename(path, JSON_FILE)))) {
    const record = read(message);
    if (record === null) continue;
    yield record;
    for (const part of namesIn(join(storage, 'part', basename(message, JSON_FILE)))) {
      const told = read(part);
      if (told !== null) yield told;
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(JSON_FILE));
    return names.sort().map((name) => join(folder, name));
  } catch (error) {
    // A session without messages, or a message without parts.
    if (errorCode(error) !== undefined) return [];
    throw error;
  }
}

/** The object in a file; null where there is none. */
function read(path: string): JsonObject | null {
  const bytes = smallFile(path, LARGEST_BYTES);
  return bytes === null ? null : parseDocument(bytes);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,100}$/.test(value);
}
