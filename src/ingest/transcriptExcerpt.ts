import type { Pace } from './pace';
import { readLines } from './readLines';

/** Lines shown above and below the one that was asked for. */
const ABOVE = 200;
const BELOW = 50;
/** Characters of a line that are shown; a record may hold a whole file. */
const LONGEST_SHOWN = 8_000;
/** Bytes of a line that are searched for the call: ids come early in a record. */
const LONGEST_SEARCHED = 64 * 1024;

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
  const firstLine = Math.max(1, line - ABOVE);
  const lines: string[] = [];
  const found: number[] = [];
  const id = call === null ? null : JSON.stringify(call);
  for await (const read of readLines(
    path,
    { first: firstLine, last: line + BELOW },
    LONGEST_SEARCHED,
    pace,
  )) {
    const { text } = read;
    if (id !== null && read.line <= line && text.includes(id)) found.push(read.line);
    lines.push(read.isCut || text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);
  }
  const place = (named === 'first' ? found[0] : found.at(-1)) ?? line;
  return { lines, firstLine, line: Math.min(place, firstLine + Math.max(0, lines.length - 1)) };
}
