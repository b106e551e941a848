import type { JsonObject } from '../adapter';
import { field } from '../json';
import { isLineNumber } from '../lineRanges';
import { firstLines, plainLines, type TextLines } from '../textLines';

/** What an answer of `read_file` shows. */
export type ReadText =
  | { readonly kind: 'empty' | 'unknown' }
  | {
      readonly kind: 'lines';
      readonly start: number;
      readonly lines: TextLines;
      /** Null: the file may go on. */
      readonly total: number | null;
      /** Number of lines as an editor counts, with an empty one after the last line end; null: not told. */
      readonly agentTotal: number | null;
    };

/** The range that a call asks for, as its arguments say it. */
export type Asked =
  | { readonly form: 'lines'; readonly start: number; readonly end: number }
  | { readonly form: 'part'; readonly offset: number; readonly limit: number | null };

/** So many lines after the first are given at most. */
const MOST_MORE = 1_999;
const HEAD = /^File: `[^\n]*`\. Lines (\d{1,8}) to (\d{1,8}) \((\d{1,8}) lines total\): *\n+/;
const FENCE = /^(`{3,})[^`\n]*\n/;
const NOTHING = /^\(The file `[^\n]*` exists, but (?:is empty|contains only whitespace)\)$/;
const STOPPED = /^\[File content truncated at line (\d{1,8})\. /;

/** Null: the arguments are none that the tool takes. */
export function askedFor(input: JsonObject): Asked | null {
  const [startLine, endLine] = [field(input, 'startLine'), field(input, 'endLine')];
  if (startLine !== undefined) {
    if (!isLineNumber(startLine) || !isLineNumber(endLine)) return null;
    // The tool takes them in either order.
    return { form: 'lines', start: Math.min(startLine, endLine), end: Math.max(startLine, endLine) };
  }
  const [offset, limit] = [field(input, 'offset') ?? 1, field(input, 'limit') ?? 0];
  const start = offset === 0 ? 1 : offset;
  if (!isLineNumber(start)) return null;
  if (limit === 0) return { form: 'part', offset: start, limit: null };
  return isLineNumber(limit) ? { form: 'part', offset: start, limit } : null;
}

/**
 * The lines between the fences. Where the read stops before the end of the file, a headline tells which they are; where it
 * reaches the end, there is none, and they are counted from the start that was asked for. The text after the last line end
 * is a line for the editor, and shown as an empty one.
 *
 * The form is that of the extension's source; no run of it was seen.
 */
export function readText(text: string, asked: Asked): ReadText {
  if (NOTHING.test(text)) return { kind: 'empty' };
  const head = HEAD.exec(text);
  const lines = fenced(text.slice(head?.[0].length ?? 0));
  if (lines === null) return { kind: 'unknown' };
  return head === null ? toEnd(lines, asked) : told(lines, head.slice(1).map(Number));
}

/** The lines of a fenced block that is all there is. */
function fenced(text: string): string[] | null {
  const [open = '', fence = ''] = FENCE.exec(text) ?? [];
  const body = text.trimEnd();
  if (fence === '' || !body.endsWith(`\n${fence}`)) return null;
  const end = body.length - fence.length - 1;
  if (end < open.length - 1) return null;
  const inner = body.slice(open.length, Math.max(open.length, end));
  // A fence within the text would have made the outer one longer.
  if (inner.split('\n').some((line) => line.startsWith(fence))) return null;
  return inner.split('\n');
}

function told(shown: readonly string[], [start = 0, end = 0, all = 0]: readonly number[]): ReadText {
  const last = shown.findLastIndex((line) => line !== '');
  const isStopped = Number(STOPPED.exec(shown[last] ?? '')?.[1]) === end && shown.length > end - start + 1;
  const lines = isStopped ? shown.slice(0, last) : shown;
  const isRight = isLineNumber(start) && isLineNumber(all) && end <= all && lines.length === end - start + 1;
  if (!isRight) return { kind: 'unknown' };
  return linesFrom(lines, start, null, all);
}

function toEnd(shown: readonly string[], asked: Asked): ReadText {
  const start = asked.form === 'lines' ? asked.start : asked.offset;
  const most =
    asked.form === 'lines' ? asked.end - start + 1 : Math.min(asked.limit ?? MOST_MORE, MOST_MORE) + 1;
  // A start behind the end of the file is moved to its last line, and nothing says so.
  const mayBeMoved = asked.form === 'lines' && shown.length === 1 && start > 1;
  if (mayBeMoved || shown.length > most) return { kind: 'unknown' };
  const end = start + shown.length - 1;
  return linesFrom(shown, start, shown.at(-1) === '' ? end - 1 : end, end);
}

/** @param total exact number of lines, if it is known */
function linesFrom(shown: readonly string[], start: number, total: number | null, all: number): ReadText {
  const end = start + shown.length - 1;
  const isMadeUp = end === all && shown.at(-1) === '';
  const lines = firstLines(plainLines(`${shown.join('\n')}\n`), isMadeUp ? shown.length - 1 : shown.length);
  return { kind: 'lines', start, lines, total, agentTotal: all };
}
