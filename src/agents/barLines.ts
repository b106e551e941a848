import type { TextLines } from './textLines';

/** The lines that an answer shows, each with its number and a bar before it: `  7 | text`. */
export interface BarLines extends TextLines {
  /** Number of the first. */
  readonly first: number;
  /** Where each starts, with its number. */
  readonly starts: readonly number[];
  /** Where the lines end and the agent's own words may follow: before the last line end. */
  readonly end: number;
}

const [LF, CR, SPACE, ZERO, NINE] = [10, 13, 32, 48, 57];
const BAR = ' | ';

/**
 * The numbered lines from a place in a text on; the first has this number, and each one more than the last. Every line
 * of a file has its number, so a line without one is no line of the file.
 */
export function barLines(text: string, first: number, from = 0): BarLines {
  const starts: number[] = [];
  const bounds: number[] = [];
  let at = from;
  for (let number = first; at < text.length; number++) {
    const start = afterMark(text, at, number);
    if (start === -1) break;
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    starts.push(at);
    bounds.push(start, end > start && text.charCodeAt(end - 1) === CR ? end - 1 : end);
    at = next === -1 ? text.length : next + 1;
  }
  const end = at > from && text.charCodeAt(at - 1) === LF ? at - 1 : at;
  return { text, first, starts, bounds, end };
}

/** The number before the line that starts here, if it has one. */
export function barNumber(text: string, from: number): number | null {
  const found = /^ *(\d{1,8}) \| /.exec(text.slice(from, from + 40))?.[1];
  return found === undefined ? null : Number(found);
}

function afterMark(text: string, from: number, number: number): number {
  let at = from;
  while (text.charCodeAt(at) === SPACE) at++;
  const digits = String(number);
  if (!text.startsWith(digits, at)) return -1;
  at += digits.length;
  const next = text.charCodeAt(at);
  if (next >= ZERO && next <= NINE) return -1;
  return text.startsWith(BAR, at) ? at + BAR.length : -1;
}
