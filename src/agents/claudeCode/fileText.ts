import type { JsonObject } from '../adapter';
import { field, textField, wholeField } from '../json';
import { isLineNumber } from '../lineRanges';
import { countParts, differsAt, type NumberedLines, numberedLines } from '../numberedText';
import type { HashedLines, ShownLines } from '../shownLines';
import { countOf, endsEmpty, firstLines, NO_LINES, type TextLines } from '../textLines';
import type { NumberedBytes } from './numberedBytes';

/** Lines of a file that reached the context. */
export interface FileText extends ShownLines {
  /** A limit cut the answer. */
  readonly truncated: boolean;
}

/** The same of lines without text. */
export interface HashedText extends HashedLines {
  readonly truncated: boolean;
}

/** What the agent's record of a read says of its lines. */
interface Counts {
  /** First line shown, from 1. */
  readonly start: number;
  /** The number before it: 0 where a read with an offset of 0 shows the file from line 1. */
  readonly startLine: number;
  readonly numLines: number;
  readonly last: number;
  readonly agentTotal: number;
  readonly truncated: boolean;
}

/** Null where the record is none. */
function countsOf(file: JsonObject): Counts | null {
  const startLine = wholeField(file, 'startLine');
  const numLines = wholeField(file, 'numLines');
  const agentTotal = wholeField(file, 'totalLines');
  if (startLine === undefined || numLines === undefined || agentTotal === undefined) return null;
  if (startLine < 0 || numLines < 0 || agentTotal < 0 || !isLineNumber(agentTotal + 1)) return null;
  const start = Math.max(startLine, 1);
  const truncated = field(file, 'truncatedByTokenCap') === true;
  return { start, startLine, numLines, last: start + numLines - 1, agentTotal, truncated };
}

/**
 * What the agent's record of a read (`toolUseResult.file`) and the text that the model was given say together. Null
 * where the two do not fit, or the record is none.
 */
export function recordedText(file: JsonObject, text: string): FileText | null {
  const counts = countsOf(file);
  if (counts === null) return null;
  const { start, startLine, numLines, last, agentTotal, truncated } = counts;
  const none = { start, lines: NO_LINES, cutLines: [], agentTotal, truncated };
  if (numLines === 0) return { ...none, total: null };
  if (last > agentTotal) return null;
  const content = textField(file, 'content') ?? '';
  // A file without content, and a part that is only the empty line after the last line end, are told in words.
  const isEmpty = content === '' && numLines === 1 && last === agentTotal;
  if (isEmpty) return { ...none, total: agentTotal - 1 };
  const shown = numberedLines(text, startLine);
  if (shown === null) return null;
  return shownWhole({ start, last, agentTotal, truncated, content, shown });
}

/** What `recordedText` says of lines that are the recorded ones, of which nothing is left but their hashes. */
export function recordedLines(
  file: JsonObject,
  { hashes, bytes, endsEmpty }: NumberedBytes,
): HashedText | null {
  const counts = countsOf(file);
  if (counts === null || counts.last > counts.agentTotal) return null;
  const { start, numLines, last, agentTotal, truncated } = counts;
  const endsFile = last === agentTotal;
  const hasPhantom = endsFile && endsEmpty;
  return {
    start,
    lineHashes: hasPhantom ? hashes.subarray(0, numLines - 1) : hashes,
    bytes,
    total: endsFile ? agentTotal - (hasPhantom ? 1 : 0) : null,
    agentTotal,
    truncated,
  };
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
