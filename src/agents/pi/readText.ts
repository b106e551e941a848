import type { JsonObject } from '../adapter';
import { field, wholeField } from '../json';
import { isLineNumber } from '../lineRanges';
import type { ShownLines } from '../shownLines';
import { countOf, NO_LINES, plainLines, type TextLines } from '../textLines';

/** Lines of a file that a read gave the model. */
export interface ReadText extends ShownLines {
  /** A limit of the tool cut the answer, not the model's own. */
  readonly truncated: boolean;
}

const SHOWING =
  /\n\n\[Showing lines (\d{1,8})-(\d{1,8}) of (\d{1,8})(?: \([^()\n]{1,40} limit\))?\. Use offset=(\d{1,8}) to continue\.?\]$/;
const MORE = /\n\n\[(\d{1,8}) more lines in file\. Use offset=(\d{1,8}) to continue\.?\]$/;
/** Versions before those that record what was cut. */
const OLD_NOTICE =
  /\n\n\.\.\. \((Some lines were truncated to 2000 characters for display)?(?:\. )?(?:(\d{1,8}) more lines not shown\. Use offset=(\d{1,8}) to continue reading)?\)$/;
const OLD_LIMIT = 2000;
const OLD_LINE_LENGTH = 2000;

/** What a read asked for: lines from `start`, at most `limit` (null: to the end of the file). */
export interface Window {
  readonly start: number;
  readonly limit: number | null;
}

/**
 * The lines of a read's text, without the words that pi adds at its end. Those are believed only where all their numbers
 * fit the lines before them: a file may end with such words too. Null where record and text do not fit together.
 *
 * @param truncation the tool's record of what it cut (`details.truncation`)
 */
export function readText(text: string, window: Window, truncation: JsonObject | undefined): ReadText | null {
  const { start, limit } = window;
  if (truncation !== undefined && field(truncation, 'truncated') === true)
    return recordedCut(text, window, truncation);
  const showing = withoutShowing(text, start);
  if (showing !== null) return showing;
  const more = limit === null ? null : withoutMore(text, start, limit);
  if (more !== null) return more;
  const old = withoutOldNotice(text, window);
  if (old !== null) return old;
  // Nothing is left out: it goes on to the end of the file.
  const parts = partsOf(text);
  if (limit !== null && countOf(parts) > limit) return null;
  const lines = plainLines(text);
  const before = start - 1;
  return {
    start,
    lines,
    cutLines: [],
    total: before + countOf(lines),
    agentTotal: before + countOf(parts),
    truncated: false,
  };
}

function recordedCut(text: string, { start, limit }: Window, truncation: JsonObject): ReadText | null {
  if (field(truncation, 'firstLineExceedsLimit') === true)
    return { start, lines: NO_LINES, cutLines: [start], total: null, truncated: true };
  if (field(truncation, 'lastLinePartial') === true) return null;
  const shown = withoutShowing(text, start);
  if (shown === null || countOf(shown.lines) !== wholeField(truncation, 'outputLines')) return null;
  return limit !== null && countOf(shown.lines) > limit ? null : shown;
}

function withoutShowing(text: string, start: number): ReadText | null {
  const found = SHOWING.exec(text);
  if (found === null) return null;
  const [first, last, agentTotal, next] = found.slice(1).map(Number);
  const lines = partsOf(text.slice(0, found.index));
  const isFit = first === start && last === start + countOf(lines) - 1 && next === last + 1;
  if (!isFit || agentTotal === undefined || agentTotal < last || !isLineNumber(agentTotal)) return null;
  return { start, lines, cutLines: [], total: null, agentTotal, truncated: true };
}

function withoutMore(text: string, start: number, limit: number): ReadText | null {
  const found = MORE.exec(text);
  if (found === null) return null;
  const [remaining, next] = found.slice(1).map(Number);
  const lines = partsOf(text.slice(0, found.index));
  if (next !== start + limit || countOf(lines) !== limit || remaining === undefined || remaining < 1)
    return null;
  return { start, lines, cutLines: [], total: null, agentTotal: next - 1 + remaining, truncated: false };
}

function withoutOldNotice(text: string, { start, limit }: Window): ReadText | null {
  const found = OLD_NOTICE.exec(text);
  if (found === null) return null;
  const hasLongLines = found[1] !== undefined;
  const isCut = found[2] !== undefined;
  const lines = partsOf(text.slice(0, found.index));
  const count = countOf(lines);
  if (isCut && (count !== (limit ?? OLD_LIMIT) || Number(found[3]) !== start + count)) return null;
  if (!hasLongLines) return isCut ? { start, lines, cutLines: [], total: null, truncated: true } : null;
  // Lines of just that length may have been longer; a line end that was cut off counts.
  const cutLines = rangeOf(count)
    .filter((i) => (lines.bounds[2 * i + 1] ?? 0) - (lines.bounds[2 * i] ?? 0) >= OLD_LINE_LENGTH - 1)
    .map((i) => start + i);
  return cutLines.length === 0 ? null : { start, lines, cutLines, total: null, truncated: true };
}

function rangeOf(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

/** The parts between line ends: an empty last one counts, where more of the file follows. */
function partsOf(text: string): TextLines {
  return plainLines(`${text}\n`);
}
