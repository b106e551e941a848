/** Lines that were printed with their numbers. */
export interface NumberedLines {
  /** Number printed before the first. */
  readonly first: number;
  readonly lines: readonly string[];
  /** What follows them: the agent's own words, never the file's. */
  readonly rest: string;
}

/** A number before a line: `12<tab>`, `    12→`, `12:`. */
const NUMBER = /^ *(\d{1,9})(?:\t|→|:)/;

/**
 * The numbered lines a text starts with: each number is one more than the last. Every line of a file has its number,
 * so a line without one is no line of the file, and a number that a file's line starts with comes after the line's own.
 *
 * @param first the number that must come first, if it is known
 */
export function numberedLines(text: string, first?: number): NumberedLines | null {
  const start = NUMBER.exec(text)?.[1];
  if (start === undefined || (first !== undefined && Number(start) !== first)) return null;
  const lines: string[] = [];
  let at = 0;
  for (;;) {
    const end = text.indexOf('\n', at);
    const line = end === -1 ? text.slice(at) : text.slice(at, end);
    const number = NUMBER.exec(line);
    if (number === null || Number(number[1]) !== Number(start) + lines.length) break;
    lines.push(withoutReturn(line.slice(number[0].length)));
    if (end === -1) return { first: Number(start), lines, rest: '' };
    at = end + 1;
  }
  return { first: Number(start), lines, rest: text.slice(at) };
}

export function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
