import type { Requested } from '../../tracker/event';
import { gutterLines } from '../geminiFamily/parts';
import { isLineNumber } from '../lineRanges';
import { countParts } from '../numberedText';
import type { ShownLines } from '../shownLines';
import { countOf, NO_LINES, plainLines } from '../textLines';
import { endBeforeNotes } from './contextNote';

const HEAD = /^Showing lines (\d{1,9})-(\d{1,9}) of (at least )?(\d{1,9}) total lines\.\n\n---\n\n/;
/** Displays of answers with a head, and of those that are a whole text file. */
const PARTIAL = /^Read lines \d/;
const WHOLE = /^(?:$|Read SVG as text: )/;
/** How the display and the text of an answer end whose last line was cut. */
const CUT_DISPLAY = ' (truncated)';
const CUT_TEXT = '... [truncated]';

/** Answers of which only a note is left, or parts. */
const REPLACED = ['Tool output was too large and has been truncated', '<persisted-output>'];
const NOTHING = '(read_file completed with no output)';

/** What is recorded of an answer besides its text. */
export interface Recorded {
  /** What the agent showed to the person; a subagent's transcript has none. */
  readonly display: string | undefined;
  /** Number of characters of the tool's own answer, to which more may have been added; undefined: not recorded. */
  readonly length: number | undefined;
  readonly requested: Requested;
}

/** What an answer shows of a file; null where that cannot be told. A file may begin with words like those of a head. */
export function fileText(text: string, recorded: Recorded): ShownLines | null {
  const { display, requested } = recorded;
  if (REPLACED.some((mark) => text.startsWith(mark))) return null;
  if (text === NOTHING) return { start: 1, lines: NO_LINES, cutLines: [], total: null };
  const head = HEAD.exec(text);
  const isWhole = display === undefined ? head === null : WHOLE.test(display);
  // A hook may have asked for other lines: only without a display must the answer be what the call asked for.
  const isOther = (start: number) => display === undefined && start !== (requested?.start ?? 1);
  if (isWhole) return isOther(1) ? null : wholeText(text, recorded);
  if (head === null || !PARTIAL.test(display ?? 'Read lines 1')) return null;
  const [start, end, total] = [Number(head[1]), Number(head[2]), Number(head[4])];
  const isExact = head[3] === undefined;
  if (!isLineNumber(start) || !isLineNumber(end) || isOther(start) || end < start) return null;
  const agentTotal = isExact && isLineNumber(total) ? total : undefined;
  if (agentTotal !== undefined && start > agentTotal)
    return { start, lines: NO_LINES, cutLines: [], total: null, agentTotal };
  const body = text.slice(head[0].length);
  const last = agentTotal ?? Number.MAX_SAFE_INTEGER;
  const shown = gutterLines(body, { range: [start, end], total: last });
  if (shown === null) return null;
  const isCut =
    display === undefined ? body.endsWith(CUT_TEXT, endBeforeNotes(body)) : display.endsWith(CUT_DISPLAY);
  // A cut line may be the empty one after the file's last line end.
  return { start, agentTotal, ...shown, ...(isCut ? { cutLines: [end], total: null } : { cutLines: [] }) };
}

function wholeText(text: string, { length, requested }: Recorded): ShownLines | null {
  const isAddedTo = length !== undefined && length < text.length && text.startsWith('\n\n', length);
  const told = isAddedTo ? text.slice(0, length) : text;
  const end = endBeforeNotes(told);
  const content = told.slice(0, end);
  const lines = plainLines(content);
  // More than was asked for, without a word about it: something else was added.
  if (countOf(lines) > (requested?.end ?? Number.POSITIVE_INFINITY)) return null;
  const shown = { start: 1, lines, cutLines: [] };
  // Where a note seems to follow, its words may be the file's own.
  if (end < told.length) return { ...shown, total: null };
  return { ...shown, total: countOf(lines), agentTotal: countParts(content) };
}
