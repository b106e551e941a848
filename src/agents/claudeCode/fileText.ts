import type { JsonObject } from '../adapter';
import { field, textField, wholeField } from '../json';
import { isLineNumber } from '../lineRanges';
import { countParts, differsAt, type NumberedLines, numberedLines } from '../numberedText';
import type { ShownLines } from '../shownLines';
import { countOf, endsEmpty, firstLines, NO_LINES, type TextLines } from '../textLines';

/** Lines of a file that reached the context. */
export interface FileText extends ShownLines {
  /** A limit cut the answer. */
  readonly truncated: boolean;
}

/**
 * What the agent's record of a read (`toolUseResult.file`) and the text that the model was given say together. Null
 * where the two do not fit, or the record is none.
 */
export function recordedText(file: JsonObject, text: string): FileText | null {
  const startLine = wholeField(file, 'startLine');
  const numLines = wholeField(file, 'numLines');
  const agentTotal = wholeField(file, 'totalLines');
  if (startLine === undefined || numLines === undefined || agentTotal === undefined) return null;
  if (startLine < 0 || numLines < 0 || agentTotal < 0 || !isLineNumber(agentTotal + 1)) return null;
  // An offset of 0 shows the file from line 1, with 0 as its number.
  const start = Math.max(startLine, 1);
  const truncated = field(file, 'truncatedByTokenCap') === true;
  const none = { start, lines: NO_LINES, cutLines: [], agentTotal, truncated };
  if (numLines === 0) return { ...none, total: null };
  const last = start + numLines - 1;
  if (last > agentTotal) return null;
  const content = textField(file, 'content') ?? '';
  // A file without content, and a part that is only the empty line after the last line end, are told in words.
  const isEmpty = content === '' && numLines === 1 && last === agentTotal;
  if (isEmpty) return { ...none, total: agentTotal - 1 };
  const shown = numberedLines(text, startLine);
  if (shown === null) return null;
  return shownWhole({ start, last, agentTotal, truncated, content, shown });
}

interface Parts {
  readonly start: number;
  readonly last: number;
  readonly agentTotal: number;
  readonly truncated: boolean;
  readonly content: string;
  readonly shown: NumberedLines;
}

/** The recorded lines that were shown, and shown whole. */
function shownWhole({ start, last, agentTotal, truncated, content, shown }: Parts): FileText {
  const numLines = last - start + 1;
  let lines: TextLines = firstLines(shown, numLines);
  const cutLines: number[] = [];
  // Newer versions may leave the content out of the record.
  const different = countParts(content) === numLines ? differsAt(lines, content) : null;
  if (different !== null) {
    lines = firstLines(lines, different);
    cutLines.push(start + different);
  }
  const isWhole = countOf(lines) === numLines;
  // The empty text after the last line end is no line: but a part that ends on a blank line is whole.
  const endsFile = isWhole && last === agentTotal;
  const hasPhantom = endsFile && endsEmpty(lines);
  if (hasPhantom) lines = firstLines(lines, numLines - 1);
  const total = endsFile ? agentTotal - (hasPhantom ? 1 : 0) : null;
  return { start, lines, cutLines, total, agentTotal, truncated: truncated || !isWhole };
}

/**
 * What the text alone says, where the agent kept no record of the read (subagents of newer versions).
 *
 * @param start line asked for
 * @param limit number of lines asked for, null: all
 */
export function textOnly(text: string, start: number, limit: number | null, cut: boolean): FileText | null {
  const shown = numberedLines(text);
  if (shown === null || (shown.first !== start && !(shown.first === 0 && start === 1))) return null;
  const count = countOf(shown);
  const truncated = cut || text.slice(shown.end).trimStart().startsWith('[Truncated: PARTIAL view');
  // Fewer lines than asked for: the file ended here.
  const isWhole = !truncated && (limit === null || count < limit);
  const lines = withoutDoubtful(shown);
  const total = isWhole ? start + countOf(lines) - 1 : null;
  return { start, lines, cutLines: [], total, agentTotal: undefined, truncated };
}

/** An empty last line may be the empty text after the last line end: no credit for it. */
export function withoutDoubtful(lines: TextLines): TextLines {
  return endsEmpty(lines) ? firstLines(lines, countOf(lines) - 1) : lines;
}
