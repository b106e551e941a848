import { createHash } from 'node:crypto';
import type { LineHasher } from '../text/lineHash';
import { SLICE_BYTES } from './fileTail';
import type { Pace } from './pace';
import { guarded, openFile, UnreadableFile } from './regularFile';

/** Larger files are not hashed. */
const MOST_BYTES = 8 * 1024 * 1024;
/** UTF-16 code units hashed in one go. */
const PIECE = 128 * 1024;

/** The content of a file on disk. */
export interface HashedFile {
  /** `sha256:` and 64 hex digits, of all bytes. */
  readonly contentHash: string;
  /** One own-scheme hash a line; null where the file is no UTF-8 text. */
  readonly lineHashes: Uint32Array | null;
  /** Last change of the file, of its content or otherwise, in milliseconds since the epoch. */
  readonly changed: number;
}

/** Hashes a regular file; null where that cannot be done, or where it changed meanwhile. */
export async function hashFile(path: string, hasher: LineHasher, pace: Pace): Promise<HashedFile | null> {
  try {
    const read = await readWhole(path, pace);
    if (read === null) return null;
    const lineHashes = await hashLines(read.bytes, hasher, pace);
    return { contentHash: read.contentHash, lineHashes, changed: read.changed };
  } catch (error) {
    if (error instanceof UnreadableFile) return null;
    throw error;
  }
}

async function readWhole(path: string, pace: Pace) {
  const file = await openFile(path, 'refuse');
  try {
    return await guarded(async () => {
      const before = await file.stat({ bigint: true });
      if (before.size > MOST_BYTES) return null;
      const bytes = Buffer.allocUnsafe(Number(before.size));
      const hash = createHash('sha256');
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await file.read(bytes, at, Math.min(SLICE_BYTES, bytes.length - at), at);
        if (bytesRead === 0) return null;
        hash.update(bytes.subarray(at, at + bytesRead));
        at += bytesRead;
        await pace.rest();
      }
      const after = await file.stat({ bigint: true });
      const same = after.size === before.size && after.mtimeNs === before.mtimeNs;
      if (!same || after.ctimeNs !== before.ctimeNs) return null;
      return { bytes, contentHash: `sha256:${hash.digest('hex')}`, changed: Number(after.ctimeMs) };
    });
  } finally {
    // It was only read: there is nothing that closing it could lose.
    await file.close().catch(() => undefined);
  }
}

async function hashLines(bytes: Buffer, hasher: LineHasher, pace: Pace): Promise<Uint32Array | null> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
  const pieces: Uint32Array[] = [];
  for (let start = 0; start < text.length; ) {
    // Pieces end where lines end, so they have the same lines as the whole.
    const lineEnd = text.indexOf('\n', start + PIECE);
    const end = lineEnd === -1 ? text.length : lineEnd + 1;
    pieces.push(hasher.lines(text.slice(start, end)));
    start = end;
    await pace.rest();
  }
  const hashes = new Uint32Array(pieces.reduce((lines, piece) => lines + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    hashes.set(piece, at);
    at += piece.length;
  }
  return hashes;
}
