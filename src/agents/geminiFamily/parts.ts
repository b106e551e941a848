import type { LineRange } from '../../text/ranges';
import { countParts } from '../numberedText';
import { firstLines, type TextLines } from '../textLines';

const CR = 13;

/** The lines of a text that the agent made by joining lines: a text after the last line end is a line too. */
function joinedLines(text: string): TextLines {
  const bounds: number[] = [];
  for (let at = 0; at !== -1; ) {
    const end = text.indexOf('\n', at);
    const to = end === -1 ? text.length : end;
    bounds.push(at, to > at && text.charCodeAt(to - 1) === CR ? to - 1 : to);
    at = end === -1 ? -1 : end + 1;
  }
  return { text, bounds };
}

/** Lines that an answer shows, as the agent counts them. */
export interface Stated {
  readonly range: LineRange;
  /** Number of lines of the file, with the empty one after its last line end. */
  readonly total: number;
}

/** What of the stated lines are lines, as an editor's gutter counts them. */
export interface Gutter {
  readonly lines: TextLines;
  /** Null where the end of the file was not shown. */
  readonly total: number | null;
}

/**
 * The stated lines that are there: without the empty one after the file's last line end. Null where the text has fewer
 * lines than it says.
 */
export function gutterLines(text: string, { range: [start, end], total }: Stated): Gutter | null {
  const count = end - start + 1;
  if (count < 1 || end > total || countParts(text) < count) return null;
  const lines = firstLines(joinedLines(text), count);
  if (end < total) return { lines, total: null };
  const { bounds } = lines;
  const hasPhantom = bounds.at(-1) === bounds.at(-2);
  return hasPhantom ? { lines: firstLines(lines, count - 1), total: total - 1 } : { lines, total };
}
