import { gutterLines } from '../geminiFamily/parts';
import { isLineNumber } from '../lineRanges';
import { countParts } from '../numberedText';
import type { ShownLines } from '../shownLines';
import { countOf, NO_LINES, plainLines, type TextLines } from '../textLines';
import { answerEnd, isReplaced } from './added';

/** The head of an answer that is not the whole file; older versions had a shorter one. */
const HEADS = [
  /^\nIMPORTANT: The file content has been truncated\.\nStatus: Showing lines (\d{1,9})-(\d{1,9}) of (\d{1,9}) total lines\.\nAction: [^\n]*\n\n--- FILE CONTENT \(truncated\) ---\n/,
  /^\[File content truncated: showing lines (\d{1,9})-(\d{1,9}) of (\d{1,9}) total lines\. Use offset\/limit parameters to view more\.\]\n/,
];

/** Displays of answers with a head, and of those that are a whole text file. */
const PARTIAL = /^(?:Read (?:lines|all) \d|\(truncated\)$)/;
const WHOLE = /^(?:$|Read SVG as text: )/;

/** Longer lines are cut here, and marked. */
const MOST_CHARACTERS = 2000;
const CUT = '... [truncated]';

/**
 * What an answer shows of a file; null where that cannot be told. A file may begin with words like those of the agent's
 * head: the display tells which they are.
 *
 * @param display what the agent showed to the person, undefined where it is not recorded
 */
export function fileText(text: string, display: string | undefined): ShownLines | null {
  if (isReplaced(text)) return null;
  const head = HEADS.map((pattern) => pattern.exec(text)).find((found) => found !== null);
  if (display === undefined ? head === undefined : WHOLE.test(display)) return wholeText(text);
  if (head === undefined || display === undefined || !PARTIAL.test(display)) return null;
  const [start = 0, end = 0, agentTotal = 0] = head.slice(1).map(Number);
  if (!isLineNumber(start) || !isLineNumber(agentTotal)) return null;
  if (end < start) return { start, lines: NO_LINES, cutLines: [], total: null, agentTotal };
  const shown = gutterLines(text.slice(head[0].length), { range: [start, end], total: agentTotal });
  return shown === null ? null : { start, cutLines: cutLines(shown.lines, start), agentTotal, ...shown };
}

function wholeText(text: string): ShownLines {
  const end = answerEnd(text);
  const content = text.slice(0, end);
  const lines = plainLines(content);
  // Where a note seems to follow, its words may be the file's own.
  const isSure = end === text.length;
  return {
    start: 1,
    lines,
    cutLines: cutLines(lines, 1),
    total: isSure ? countOf(lines) : null,
    ...(isSure ? { agentTotal: countParts(content) } : {}),
  };
}

function cutLines({ text, bounds }: TextLines, start: number): number[] {
  const numbers: number[] = [];
  for (let i = 0; 2 * i < bounds.length; i++) {
    const [from, to] = [bounds[2 * i] ?? 0, bounds[2 * i + 1] ?? 0];
    const isLong = to - from === MOST_CHARACTERS + CUT.length;
    if (isLong && text.startsWith(CUT, to - CUT.length)) numbers.push(start + i);
  }
  return numbers;
}
