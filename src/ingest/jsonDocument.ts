import type { JsonObject } from '../agents/adapter';
import { isObject } from '../agents/json';

/** Largest file that is read as one JSON value, in bytes. */
export const LARGEST_DOCUMENT = 64 * 1024 * 1024;

const LF = 0x0a;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/**
 * The one record of a file that is a single JSON value: an object as it is, an array as `{ items: [...] }`; null where
 * the text is no JSON, or any other value.
 */
export function parseDocument(bytes: Buffer): JsonObject | null {
  const value = parse(bytes.subarray(startOf(bytes)));
  if (Array.isArray(value)) return { items: value };
  return isObject(value) ? value : null;
}

/**
 * Whether a file that starts with these bytes may be one JSON value over several lines. One on a single line is left
 * out: as a line it gives the same record.
 */
export function mayBeDocument(start: Buffer): boolean {
  const at = startOf(start);
  if (start[at] === OPEN_BRACKET) return true;
  const end = start.indexOf(LF, at);
  return start[at] === OPEN_BRACE && end !== -1 && parse(start.subarray(at, end)) === undefined;
}

function startOf(bytes: Buffer): number {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0d || bytes[at] === LF) at++;
  return at;
}

/** The value of a JSON text; undefined where it is none, which is expected of a file that is being written. */
function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
