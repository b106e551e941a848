import type { FileHandle } from 'node:fs/promises';
import type { Pace } from './pace';
import { guarded, openFile } from './regularFile';

const SLICE = 256 * 1024;
const LF = 0x0a;

/** One line of a file, as far as it was read. */
export interface ReadLine {
  /** 1-based. */
  readonly line: number;
  /** Without its line end. */
  readonly text: string;
  /** There is more of it. */
  readonly isCut: boolean;
}

/**
 * Reads the lines `first` to `last` of a file (1-based), as far as it has them; of each so many bytes at most. However
 * large the file is, no more is held than one line.
 *
 * @throws UnreadableFile where it is no regular file, or cannot be read
 */
export async function* readLines(
  path: string,
  { first, last }: { readonly first: number; readonly last: number },
  most: number,
  pace: Pace,
): AsyncGenerator<ReadLine> {
  const file = await openFile(path, 'refuse');
  try {
    const bounds = await guarded(() => boundsOf(file, first, last, pace));
    for (const [at, { start, length }] of bounds.entries()) {
      const text = await guarded(() => readText(file, start, Math.min(length, most)));
      yield { line: Math.max(1, first) + at, text, isCut: length > most };
      await pace.rest();
    }
  } finally {
    // It was only read: there is nothing that closing it could lose.
    await file.close().catch(() => undefined);
  }
}

interface Bounds {
  readonly start: number;
  /** Bytes, without the line end. */
  readonly length: number;
}

async function boundsOf(file: FileHandle, first: number, last: number, pace: Pace): Promise<Bounds[]> {
  const bounds: Bounds[] = [];
  const slice = Buffer.allocUnsafe(SLICE);
  let line = 1;
  let start = 0;
  let position = 0;
  for (;;) {
    const { bytesRead } = await file.read(slice, 0, SLICE, position);
    const bytes = slice.subarray(0, bytesRead);
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, end + 1)) {
      if (line >= first) bounds.push({ start, length: position + end - start });
      if (line === last) return bounds;
      line++;
      start = position + end + 1;
    }
    position += bytesRead;
    if (bytesRead === 0) break;
    await pace.rest();
  }
  if (line >= first && position > start) bounds.push({ start, length: position - start });
  return bounds;
}

async function readText(file: FileHandle, start: number, length: number): Promise<string> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(bytes, 0, length, start);
  return bytes.toString('utf8', 0, bytesRead).replace(/\r$/, '');
}
