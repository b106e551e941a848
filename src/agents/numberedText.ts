import type { TextLines } from './textLines';

/** Lines that were printed with their numbers. */
export interface NumberedLines extends TextLines {
  /** Number printed before the first. */
  readonly first: number;
  /** Where the agent's own words follow them, never the file's; the end of the text where none do. */
  readonly end: number;
}

const [CR, SPACE, TAB, COLON, ARROW] = [13, 32, 9, 58, 0x2192];
const [ZERO, NINE] = [48, 57];
const MOST_DIGITS = 9;

/**
 * The numbered lines a text starts with (`12<tab>`, `    12→`, `12:`): each number is one more than the last. Every line
 * of a file has its number, so a line without one is no line of the file, and a number that a file's line starts with
 * comes after the line's own.
 *
 * @param first the number that must come first, if it is known
 * @param mark what stands behind each number, where it is another
 */
export function numberedLines(text: string, first?: number, mark?: string): NumberedLines | null {
  const start = first ?? numberAt(text, 0);
  if (start === null) return null;
  const bounds: number[] = [];
  let at = 0;
  for (let number = start; at < text.length; number++) {
    const from = afterNumber(text, at, number, mark);
    if (from === -1) break;
    const end = text.indexOf('\n', from);
    const to = end === -1 ? text.length : end;
    bounds.push(from, text.charCodeAt(to - 1) === CR && to > from ? to - 1 : to);
    at = end === -1 ? text.length : end + 1;
  }
  return bounds.length === 0 ? null : { text, bounds, first: start, end: at };
}

function numberAt(text: string, at: number): number | null {
  const found = /^ *(\d{1,9})/.exec(text.slice(at, at + 40))?.[1];
  return found === undefined ? null : Number(found);
}

/** Where the line's text starts, after this number and its mark; -1 where they are not there. */
function afterNumber(text: string, from: number, number: number, own: string | undefined): number {
  let at = from;
  while (text.charCodeAt(at) === SPACE) at++;
  let value = 0;
  const digits = at;
  for (let code = text.charCodeAt(at); code >= ZERO && code <= NINE; code = text.charCodeAt(at)) {
    value = value * 10 + code - ZERO;
    if (++at - digits > MOST_DIGITS) return -1;
  }
  if (at === digits || value !== number) return -1;
  if (own !== undefined) return text.startsWith(own, at) ? at + own.length : -1;
  const mark = text.charCodeAt(at);
  return mark === TAB || mark === ARROW || mark === COLON ? at + 1 : -1;
}

/**
 * The first of the lines that is not as long as in the content, counted from 0; null where all are. A line that was cut
 * is shorter, or has the agent's words for what is missing.
 */
export function differsAt({ bounds }: TextLines, content: string): number | null {
  let at = 0;
  for (let i = 0; 2 * i < bounds.length; i++) {
    const end = content.indexOf('\n', at);
    const next = end === -1 ? content.length : end;
    const to = next > at && content.charCodeAt(next - 1) === CR ? next - 1 : next;
    if (to - at !== (bounds[2 * i + 1] ?? 0) - (bounds[2 * i] ?? 0)) return i;
    at = next + 1;
  }
  return null;
}

/** Number of parts between line ends. */
export function countParts(content: string): number {
  let parts = 1;
  for (let at = content.indexOf('\n'); at !== -1; at = content.indexOf('\n', at + 1)) parts++;
  return parts;
}
