import { fstatSync, readSync } from 'node:fs';
import { errorCode } from '../text/errors';

/** What a pipe holds at most. */
const CHUNK = 64 * 1024;
/** A payload holds the text of files; a larger one is not looked at, but read: its writer may not expect less. Bytes. */
const LARGEST = 64 * 1024 * 1024;
/** How long to wait for more of it, ms. */
const PATIENCE = 2000;
const PAUSE = 1;
const LF = 10;
const BRACE = '}'.charCodeAt(0);

/**
 * The JSON value that comes from an open file, which is standard input; undefined where there is none. Read at once and
 * without a stream, since loading those takes longer than everything else; and only until the value is whole, since not
 * every agent closes it.
 */
export function readPayload(file: number): unknown {
  if (fstatSync(file).isCharacterDevice()) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  let waited = 0;
  let tried = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const read = readSome(file, chunk);
    if (read === 0) break;
    if (read === null) {
      if (waited++ * PAUSE >= PATIENCE) break;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
      continue;
    }
    size += read;
    if (size > LARGEST) {
      chunks.length = 0;
      continue;
    }
    chunks.push(chunk.subarray(0, read));
    const last = chunk[read - 1];
    // Looking at a long text again and again would take longer than waiting for its end.
    if ((last !== LF && last !== BRACE) || size < 2 * tried) continue;
    tried = size;
    const value = jsonOf(joined(chunks));
    if (value !== undefined) return value;
  }
  return size <= LARGEST ? jsonOf(joined(chunks)) : undefined;
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
}

/** Bytes read; 0 at the end; null where there is nothing for now. */
function readSome(file: number, chunk: Buffer): number | null {
  try {
    return readSync(file, chunk, 0, chunk.length, null);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EOF') return 0;
    if (code === 'EAGAIN') return null;
    throw error;
  }
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined; // Not whole yet, or no JSON at all.
  }
}
