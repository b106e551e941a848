import { countLines } from '../text/ranges';
import { hasWideCharacters, utf8Bytes } from '../text/utf8';
import type { LineRange } from '../tracker/event';
import { without } from './lineRanges';
import { countOf, type TextLines } from './textLines';
import type { Workshop } from './workshop';

/** Lines of a file that reached the context, one after the other. */
export interface ShownLines {
  /** Number of the first. */
  readonly start: number;
  readonly lines: TextLines;
  /** Lines of which only a part was shown. What `lines` has of them is left out. */
  readonly cutLines: readonly number[];
  /** Exact number of lines of the file, null where it is not known. */
  readonly total: number | null;
  /** The agent's own count, which may count an empty line after the last line end. */
  readonly agentTotal?: number | undefined;
}

/** Lines of a file that reached the context, all of them whole, of which only the hashes are left. */
export interface HashedLines extends Pick<ShownLines, 'start' | 'total' | 'agentTotal'> {
  readonly lineHashes: Uint32Array;
  /** UTF-8 bytes of all of them, without line ends. */
  readonly bytes: number;
}

/** What a read or delivered event says of the lines it shows. */
export interface Credit {
  readonly returned: readonly LineRange[];
  readonly cutLines?: readonly number[];
  readonly totalLines: number | null;
  readonly agentTotal?: number;
  readonly lineHashes: Uint32Array;
  readonly bytes: number;
}

/** What the shown lines are worth as evidence; the lines are kept in mind. */
export function credit(
  { start, lines, cutLines, total, agentTotal }: ShownLines,
  path: string,
  { hasher, memory }: Pick<Workshop, 'hasher' | 'memory'>,
): Credit {
  const { text, bounds } = lines;
  const count = countOf(lines);
  const whole = count === 0 ? [] : without([[start, start + count - 1]], cutLines);
  const lineHashes = new Uint32Array(countLines(whole));
  const isWide = hasWideCharacters(text);
  let bytes = lineHashes.length;
  let at = 0;
  for (const [first, last] of whole) {
    const run = at;
    for (let i = first - start; i <= last - start; i++) {
      const [from, to] = [bounds[2 * i] ?? 0, bounds[2 * i + 1] ?? 0];
      lineHashes[at++] = hasher.line(text, from, to);
      bytes += isWide ? utf8Bytes(text, from, to) : to - from;
    }
    memory.saw(path, first, lineHashes.subarray(run, at), total);
  }
  if (whole.length === 0) memory.saw(path, start, lineHashes, total);
  return {
    returned: whole,
    ...(cutLines.length === 0 ? {} : { cutLines }),
    totalLines: total,
    ...(agentTotal === undefined ? {} : { agentTotal }),
    lineHashes,
    bytes,
  };
}

/** The same of lines that are hashed already. */
export function creditHashed(
  { start, lineHashes, bytes, total, agentTotal }: HashedLines,
  path: string,
  { memory }: Pick<Workshop, 'memory'>,
): Credit {
  const count = lineHashes.length;
  memory.saw(path, start, lineHashes, total);
  return {
    returned: count === 0 ? [] : [[start, start + count - 1]],
    totalLines: total,
    ...(agentTotal === undefined ? {} : { agentTotal }),
    lineHashes,
    bytes: count + bytes,
  };
}
