import type { FileHandle } from 'node:fs/promises';
import type { Pace } from './pace';
import { guarded, openFile } from './regularFile';

/** Lines shown above and below the one that was asked for. */
const ABOVE = 200;
const BELOW = 50;
/** Characters of a line that are shown; a record may hold a whole file. */
const LONGEST_SHOWN = 8_000;
/** Bytes of a line that are searched for the call: ids come early in a record. */
const LONGEST_SEARCHED = 64 * 1024;
const SLICE = 256 * 1024;
const LF = 0x0a;

export interface ExcerptOptions {
  /** 1-based line of the record that settled what the call did. */
  readonly line: number;
  /** The call's id; null: it has none, and the line itself is meant. */
  readonly call: string | null;
  /** `first`: an agent's record names the call before its result; `last`: each line of a log stands for itself. */
  readonly named: 'first' | 'last';
}

/** A part of a transcript, with long lines cut. */
export interface TranscriptExcerpt {
  readonly lines: readonly string[];
  /** 1-based number, in the file, of the first of the lines. */
  readonly firstLine: number;
  /** 1-based number, in the file, of the line where the call is. */
  readonly line: number;
}

/**
 * Reads the lines of a transcript around a call, however large the file is: of each line only a part is held.
 *
 * @throws UnreadableFile where it is no regular file, or cannot be read
 */
export async function transcriptExcerpt(
  path: string,
  { line, call, named }: ExcerptOptions,
  pace: Pace,
): Promise<TranscriptExcerpt> {
  const file = await openFile(path, 'refuse');
  try {
    return await guarded(async () => {
      const firstLine = Math.max(1, line - ABOVE);
      const bounds = await boundsOf(file, firstLine, line + BELOW, pace);
      const lines: string[] = [];
      const found: number[] = [];
      const id = call === null ? null : JSON.stringify(call);
      for (const [at, { start, length }] of bounds.entries()) {
        const text = await readText(file, start, Math.min(length, LONGEST_SEARCHED));
        if (id !== null && firstLine + at <= line && text.includes(id)) found.push(firstLine + at);
        const isCut = text.length > LONGEST_SHOWN || length > LONGEST_SEARCHED;
        lines.push(isCut ? `${text.slice(0, LONGEST_SHOWN)}…` : text);
        await pace.rest();
      }
      const place = (named === 'first' ? found[0] : found.at(-1)) ?? line;
      return { lines, firstLine, line: Math.min(place, firstLine + Math.max(0, lines.length - 1)) };
    });
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

/** Where the lines `first` to `last` are in a file, as far as it has them. */
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
