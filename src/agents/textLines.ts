import { forEachLine } from '../text/lines';

/** Lines as parts of a text, so that they need not be copied: line i is from `bounds[2i]` to `bounds[2i + 1]`. */
export interface TextLines {
  readonly text: string;
  readonly bounds: readonly number[];
}

export const NO_LINES: TextLines = { text: '', bounds: [] };

/** The lines of a text that stands as it does in the file; a last line end starts no further line. */
export function plainLines(text: string): TextLines {
  const bounds: number[] = [];
  forEachLine(text, (start, end) => bounds.push(start, end));
  return { text, bounds };
}

export function countOf({ bounds }: TextLines): number {
  return bounds.length / 2;
}

export function firstLines({ text, bounds }: TextLines, count: number): TextLines {
  return { text, bounds: bounds.length <= 2 * count ? bounds : bounds.slice(0, 2 * count) };
}

/** Whether there is a last line, without text. */
export function endsEmpty({ bounds }: TextLines): boolean {
  return bounds.length > 0 && bounds.at(-1) === bounds.at(-2);
}

export function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
