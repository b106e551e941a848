import type { JsonObject } from '../adapter';
import { wholeField } from '../json';
import { numberedLines } from '../numberedText';
import type { ShownLines } from '../shownLines';
import { countOf, endsEmpty, firstLines, NO_LINES, type TextLines } from '../textLines';

/** Longer lines are cut, and the agent adds words for what is missing. */
const LONGEST_LINE = 2000;
const CUT_LINE = /\.\.\.(?: \(line truncated to (\d{1,9}) chars\))?$/;

const FILE = /^<path>[^\n]*<\/path>\n<type>file<\/type>\n<content>\n/;
/** Versions of 2025: lines are numbered `00001| `, offsets are counted from 0. */
const OLD_FILE = /^<file>\n/;

/**
 * What stands after the lines, always by the agent: each line of the file has its number before it. Older versions leave
 * the words out where the file ends.
 */
const END = new RegExp(
  [
    '^\\n*(?:',
    '\\(End of file - total (?<all>\\d{1,8}) lines\\)',
    '|\\(Showing lines \\d{1,8}-\\d{1,8} of (?<total>\\d{1,8})\\. Use offset=\\d+ to continue\\.\\)',
    '|\\((?:Output capped at|Output truncated at|File has more lines)(?<more>[^\\n]*)\\)',
    ')?\\n?</(?:content|file)>(?<rest>[\\s\\S]*)$',
  ].join(''),
);

/** The lines of a file that an answer of the read tool shows. */
export interface ReadText extends ShownLines {
  /** There is more of the file after them, or there may be. */
  readonly hasMore: boolean;
  /** Offsets are counted from 0. */
  readonly isOld: boolean;
  /** What the agent wrote below. */
  readonly rest: string;
}

/**
 * The lines in an answer of the read tool; null where they cannot be told.
 *
 * @param display the agent's own record of them, which older versions do not keep
 */
export function readText(text: string, display: JsonObject | undefined): ReadText | null {
  const isOld = OLD_FILE.test(text);
  const head = (isOld ? OLD_FILE : FILE).exec(text)?.[0];
  if (head === undefined) return null;
  const body = text.slice(head.length);
  const first = display === undefined ? undefined : wholeField(display, 'lineStart');
  const shown = numberedLines(body, first, isOld ? '| ' : ': ');
  const end: EndWords | null = END.exec(body.slice(shown?.end ?? 0))?.groups ?? null;
  if (shown === null && end?.all !== '0') return null;
  const start = shown?.first ?? 1;
  const told = { start, lines: shown ?? NO_LINES, end, isOld };
  if (start < 1) return null;
  return display === undefined ? byTextAlone(told) : byRecord(told, display);
}

/** What the agent says below the lines. */
interface EndWords {
  /** Number of lines of the file, which ends here. */
  readonly all?: string | undefined;
  /** Number of lines of the file, which goes on. */
  readonly total?: string | undefined;
  /** It goes on. */
  readonly more?: string | undefined;
  readonly rest?: string | undefined;
}

interface Told {
  readonly start: number;
  readonly lines: TextLines;
  /** Null: the agent's words below the lines are not there. */
  readonly end: EndWords | null;
  readonly isOld: boolean;
}

/** The record must tell of just these lines. Versions that keep it count right, unless the answer is capped. */
function byRecord({ start, lines, end, isOld }: Told, display: JsonObject): ReadText | null {
  const last = start + countOf(lines) - 1;
  if (end === null || wholeField(display, 'lineEnd') !== last) return null;
  const total = Number(end.all ?? end.total ?? Number.NaN);
  return whole({ start, lines, end, isOld }, Number.isNaN(total) ? null : total);
}

/** Without a record: old versions count the empty text after the last line end, and of later ones some may. */
function byTextAlone(told: Told): ReadText {
  const { lines, end, isOld } = told;
  const butLast = () => ({ ...told, lines: firstLines(lines, countOf(lines) - 1) });
  // It may be cut, if the agent's words do not follow.
  if (end === null) return whole(butLast(), null);
  const all = end.all === undefined ? null : Number(end.all);
  if (all === null) return whole(told, null);
  return endsEmpty(lines) ? whole(butLast(), isOld ? all - 1 : null) : whole(told, all);
}

function whole({ start, lines, end, isOld }: Told, total: number | null): ReadText {
  const agentTotal = end?.all ?? end?.total;
  return {
    start,
    lines,
    cutLines: cutLinesOf(lines, start),
    total,
    agentTotal: agentTotal === undefined ? undefined : Number(agentTotal),
    hasMore: end === null || end.total !== undefined || end.more !== undefined,
    isOld,
    rest: end?.rest ?? '',
  };
}

/** Lines that the agent cut: longer than any that it shows whole. */
function cutLinesOf({ text, bounds }: TextLines, start: number): number[] {
  const cut: number[] = [];
  for (let i = 0; 2 * i < bounds.length; i++) {
    const [from, to] = [bounds[2 * i] ?? 0, bounds[2 * i + 1] ?? 0];
    if (isCut(text, from, to)) cut.push(start + i);
  }
  return cut;
}

function isCut(text: string, from: number, to: number): boolean {
  if (to - from > LONGEST_LINE) return true;
  const mark = CUT_LINE.exec(text.slice(Math.max(from, to - 60), to));
  return mark?.[1] !== undefined && to - from === Number(mark[1]) + mark[0].length;
}
