import { hasWideCharacters, utf8Bytes } from '../text/utf8';
import type { LineRange } from '../tracker/event';
import { countOf, type TextLines } from './textLines';
import type { Workshop } from './workshop';

/** Lines of a file that reached the context whole, one after the other. */
export interface ShownLines {
  /** Number of the first. */
  readonly start: number;
  readonly lines: TextLines;
  /** Lines of which only a part was shown; they are not among `lines`. */
  readonly cutLines: readonly number[];
  /** Exact number of lines of the file, null where it is not known. */
  readonly total: number | null;
  /** The agent's own count, which may count an empty line after the last line end. */
  readonly agentTotal?: number | undefined;
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
  const lineHashes = new Uint32Array(count);
  const isWide = hasWideCharacters(text);
  let bytes = count;
  for (let i = 0; i < count; i++) {
    const [from, to] = [bounds[2 * i] ?? 0, bounds[2 * i + 1] ?? 0];
    lineHashes[i] = hasher.line(text, from, to);
    bytes += isWide ? utf8Bytes(text, from, to) : to - from;
  }
  memory.saw(path, start, lineHashes, total);
  return {
    returned: count === 0 ? [] : [[start, start + count - 1] as const],
    ...(cutLines.length === 0 ? {} : { cutLines }),
    totalLines: total,
    ...(agentTotal === undefined ? {} : { agentTotal }),
    lineHashes,
    bytes,
  };
}
