/**
 * The one rule for what a line is: text is split at LF and CRLF, a last line end starts no further line, and an empty
 * text has no line. This is how an editor's gutter counts, without the phantom line after a final line end.
 */

const LF = 10;
const CR = 13;

/** Calls `visit` with the bounds of each line's text, without its line end. */
export function forEachLine(text: string, visit: (start: number, end: number) => void): void {
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', start)) {
    visit(start, at > start && text.charCodeAt(at - 1) === CR ? at - 1 : at);
    start = at + 1;
  }
  if (start < text.length) visit(start, text.length);
}

/** The lines of a text, without line ends. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  forEachLine(text, (start, end) => lines.push(text.slice(start, end)));
  return lines;
}

/** Whether the text ends with a line end (its last line is complete). */
export function endsWithLineEnd(text: string): boolean {
  return text.length > 0 && text.charCodeAt(text.length - 1) === LF;
}
