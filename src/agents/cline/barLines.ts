import type { TextLines } from '../textLines';

/** The lines that a read shows, each with its number before it: `  7 | text`. */
export interface BarLines {
  readonly text: string;
  /** Number of the first. */
  readonly first: number;
  /** Where each starts, with its number. */
  readonly starts: readonly number[];
  /** As {@link TextLines.bounds}: without number and bar. */
  readonly bounds: readonly number[];
  /** Where the lines end and the agent's own words may follow. */
  readonly end: number;
}

const [LF, SPACE, ZERO, NINE] = [10, 32, 48, 57];
const BAR = ' | ';

/** The numbered lines at the start of a text; the first has this number, and each one more than the last. */
export function barLines(text: string, first: number): BarLines {
  const starts: number[] = [];
  const bounds: number[] = [];
  let at = 0;
  for (let number = first; at < text.length; number++) {
    const from = afterMark(text, at, number);
    if (from === -1) break;
    const next = text.indexOf('\n', from);
    const end = next === -1 ? text.length : next;
    starts.push(at);
    bounds.push(from, end);
    at = next === -1 ? text.length : next + 1;
  }
  // The line end before what is no line of the file belongs to the last that is one.
  const end = at > 0 && text.charCodeAt(at - 1) === LF ? at - 1 : at;
  return { text, first, starts, bounds, end };
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

/** The lines without their numbers. */
export function allLines({ text, bounds }: BarLines): TextLines {
  return { text, bounds };
}
