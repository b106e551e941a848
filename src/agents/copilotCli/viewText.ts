import { isLineNumber } from '../lineRanges';
import type { ShownLines } from '../shownLines';
import { countOf, firstLines, plainLines, type TextLines, withoutReturn } from '../textLines';
import type { GitDiff } from './gitDiffs';

/** Lines of a file that a view gave the model. */
export interface ViewText extends ShownLines {
  readonly truncated: boolean;
}

/** The lines asked for; `end` null: to the end of the file. */
export interface Window {
  readonly start: number;
  readonly end: number | null;
}

const TRUNCATED =
  /\n\n\[Output truncated\. Use view_range=\[(\d{1,8}), \.\.\.\] to continue reading\.[^\n]{0,300}\]$/;

/** What else is known of the text. */
export interface Evidence {
  /** The diff that was recorded for display: the lines that the tool read, before a limit cut them. */
  readonly diff: GitDiff | undefined;
  /** The tool measured that nothing was cut after it had read the lines. */
  readonly isMeasured: boolean;
}

/**
 * The lines of a view's text, with or without their numbers (`12. text`). Null where text and evidence do not fit: a part
 * may be missing that nothing tells.
 */
export function viewText(text: string, window: Window, { diff, isMeasured }: Evidence): ViewText | null {
  const { start, end } = window;
  if (diff !== undefined && diff.start !== null && diff.start !== start) return null;
  const found = TRUNCATED.exec(text);
  const body = found === null ? text : text.slice(0, found.index);
  const parts = partsOf(body);
  if (found !== null && Number(found[1]) === start + countOf(parts)) {
    const lines = plainOf(parts, start, diff, true);
    const cutLine = start + countOf(parts) - 1;
    return lines && { start, lines, cutLines: [cutLine], total: null, truncated: true };
  }
  const all = found === null ? parts : partsOf(text);
  const count = countOf(all);
  const asked = end === null ? null : end - start + 1;
  const lines = plainOf(all, start, diff, false);
  if (lines === null || (asked !== null && count > asked)) return null;
  const isCounted = diff !== undefined && diff.start !== null;
  if (isCounted && !agrees(diff, count, asked)) return null;
  const endsBlank = lines.bounds.at(-1) === lines.bounds.at(-2);
  const rest = endsBlank ? firstLines(lines, count - 1) : lines;
  const shown = { start, lines: rest, cutLines: [], truncated: false };
  // All that was asked for: an empty last line may be one, or the end of the file.
  if (asked !== null && count === asked) return { ...shown, total: null };
  const isNumbered = lines !== all;
  if (!isCounted && !isMeasured && !isNumbered) return null;
  // Without the diff, the numbers may be the file's own, and an empty last line more than a number.
  const isSure = isCounted || !isNumbered;
  return { ...shown, total: isSure ? start - 1 + countOf(rest) : null };
}

/** Whether the diff has as many lines; past the end of the file, its head counts those that were asked for. */
function agrees({ count, rows }: GitDiff, shown: number, asked: number | null): boolean {
  return count === shown || (count === asked && rows.length - 1 === shown);
}

/** The lines without numbers; null where only some have them, or where it cannot be told whether they are the file's. */
function plainOf(
  parts: TextLines,
  start: number,
  diff: GitDiff | undefined,
  lastIsCut: boolean,
): TextLines | null {
  const { text, bounds } = parts;
  const widths: number[] = [];
  for (let i = 0; 2 * i < bounds.length; i++) {
    const width = numberWidth(text, bounds[2 * i] ?? 0, bounds[2 * i + 1] ?? 0, start + i);
    if (width === 0) break;
    widths.push(width);
  }
  // The cut may have taken the last one's.
  const isNumbered = widths.length > 0 && widths.length >= countOf(parts) - (lastIsCut ? 1 : 0);
  const first = diff?.rows[1];
  if (first?.startsWith(' ')) {
    const shown = text.slice(bounds[0] ?? 0, bounds[1] ?? 0);
    const recorded = withoutReturn(first.slice(1));
    const isCutAway = lastIsCut && countOf(parts) === 1;
    if (recorded === shown || isCutAway) return parts;
    if (recorded !== shown.slice(widths[0] ?? 0)) return null;
  } else if (!isNumbered) return widths.length > 1 ? null : parts;
  if (!isNumbered) return null;
  return { text, bounds: bounds.map((at, i) => (i % 2 === 0 ? at + (widths[i / 2] ?? 0) : at)) };
}

/** How many characters the number before a line takes; 0: it is not there. */
function numberWidth(text: string, from: number, to: number, number: number): number {
  const mark = `${number}.`;
  if (!text.startsWith(mark, from)) return 0;
  const end = from + mark.length;
  if (end < to && text[end] === ' ') return mark.length + 1;
  return end === to ? mark.length : 0;
}

/** The parts between line ends: an empty last one counts. */
function partsOf(text: string): TextLines {
  return plainLines(`${text}\n`);
}

export function isWindow(start: unknown, end: unknown): boolean {
  return isLineNumber(start) && (end === -1 || (isLineNumber(end) && end >= start));
}
