import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope, ReadEvent, Requested } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { errorClass } from '../errorClass';
import { field, isObject, listField, objectField, textField } from '../json';
import { isLineNumber, mergeRanges, requestedLines } from '../lineRanges';
import { unreadFile } from '../readEvent';
import { credit } from '../shownLines';
import { countOf, firstLines, plainLines } from '../textLines';
import type { Workshop } from '../workshop';
import type { Answered } from './calls';
import { type ShownFile, shownFiles } from './readAnswer';

/** A longer line is cut to this many UTF-16 code units, the last of which are dots. */
const LONGEST_LINE = 2_000;
/** Their text is taken out of the file: its lines are not the file's. */
const EXTRACTED = /\.(?:pdf|docx|ipynb|xlsx)$/i;
const DEFAULT_LIMIT = 2_000;

/** How an agent prints what it read. */
export interface ReadForm {
  /** Lines have no numbers: the answer is the file's text and nothing else. */
  readonly isBare: boolean;
}

/** The reads of a call of `read_file`, one for each file. */
export function readCall(
  answer: Answered,
  cwd: string,
  form: ReadForm,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  if (answer.isError) return namedFiles(answer).map((written) => failed(written, answer, cwd, base));
  if (form.isBare) return bareRead(answer, cwd, base, workshop);
  return shownFiles(answer.text).flatMap((file): AgentEvent[] => {
    const written = file.path ?? namedFiles(answer)[0];
    if (written === undefined) return [];
    if (file.state === 'failed') return [failed(written, answer, cwd, base)];
    const event = started(written, requestedOf(answer.args, written), cwd, base);
    // A call that is not known may have asked for a part.
    const isWhole = event.requested === null && namedFiles({ ...answer, about: '' }).includes(written);
    return [shownRead(event, file, isWhole, workshop)];
  });
}

function started(written: string, requested: Requested, cwd: string, base: Envelope): ReadEvent {
  return {
    ...unreadFile(base, { path: resolvePath(cwd, written), written }, requested),
    outcome: 'unknown-range',
  };
}

function failed(written: string, { args, text }: Answered, cwd: string, base: Envelope): ReadEvent {
  const event = started(written, requestedOf(args, written), cwd, base);
  return { ...event, outcome: 'failed', error: errorClass(text.replace(/^.*?\berror: /is, '')) };
}

function shownRead(
  event: ReadEvent,
  { runs, agentTotal, state }: ShownFile,
  isWhole: boolean,
  workshop: Workshop,
): ReadEvent {
  if (EXTRACTED.test(event.path) || state === 'not-text') return { ...event, outcome: 'not-text' };
  if (state === 'empty') return { ...event, outcome: 'empty', totalLines: isWhole ? 0 : null };
  if (runs.length === 0) return event;
  const total = agentTotal === null && isWhole ? totalOf(runs) : null;
  const cutLines: number[] = [];
  const credits = runs.map(({ lines, count }) => {
    const shown = firstLines(lines, count);
    const cut = cutAt(lines, count);
    cutLines.push(...cut);
    return credit({ start: lines.first, lines: shown, cutLines: cut, total }, event.path, workshop);
  });
  const returned = mergeRanges(credits.flatMap((one) => one.returned));
  // Ranges that overlap show lines twice; hashes belong to lines.
  const isOnce = credits.length === 1 || isAscending(credits.flatMap((one) => one.returned));
  if (!isOnce) return event;
  const isPart = cutLines.length > 0 || runs.some((run) => run.isCut) || agentTotal !== null;
  return {
    ...event,
    returned,
    ...(cutLines.length === 0 ? {} : { cutLines }),
    totalLines: total,
    ...(agentTotal === null ? {} : { agentTotal }),
    lineHashes: Uint32Array.from(credits.flatMap((one) => [...one.lineHashes])),
    bytes: credits.reduce((sum, { bytes }) => sum + bytes, 0),
    outcome: returned.length === 0 ? 'empty' : isPart ? 'truncated' : 'complete',
  };
}

/** The number of lines of a file that was shown to its end; null where it may go on. */
function totalOf(runs: ShownFile['runs']): number | null {
  const [run] = runs;
  if (run === undefined || runs.length > 1 || run.isCut || run.lines.first !== 1) return null;
  return /^\s*(?:<\/content>\s*<\/file>|$|---\n)/.test(
    run.lines.text.slice(run.lines.end, run.lines.end + 60),
  )
    ? run.count
    : null;
}

function cutAt({ text, bounds, first }: ShownFile['runs'][number]['lines'], count: number): number[] {
  const cut: number[] = [];
  for (let i = 0; i < count; i++) {
    const [from, to] = [bounds[2 * i] ?? 0, bounds[2 * i + 1] ?? 0];
    if (to - from === LONGEST_LINE && text.endsWith('...', to)) cut.push(first + i);
  }
  return cut;
}

function isAscending(ranges: readonly (readonly [number, number])[]): boolean {
  return ranges.every(([start], i) => i === 0 || start > (ranges[i - 1]?.[1] ?? 0));
}

/** The whole text of one file, as it stands in it. */
function bareRead(answer: Answered, cwd: string, base: Envelope, workshop: Workshop): AgentEvent[] {
  const written = namedFiles(answer)[0];
  if (written === undefined) return [];
  const event = started(written, requestedOf(answer.args, written), cwd, base);
  const { text } = answer;
  if (/^(?:The tool execution failed|The user denied|Error: |\[\[NOTE\])/.test(text))
    return [failed(written, answer, cwd, base)];
  if (EXTRACTED.test(event.path) || answer.hasImages || text.includes('\u0000'))
    return [{ ...event, outcome: 'not-text' }];
  if (text === '' || text === '(tool did not return anything)')
    return [{ ...event, outcome: 'empty', totalLines: 0 }];
  if (event.requested !== null) return [event];
  const lines = plainLines(text);
  const shown = { start: 1, lines, cutLines: [], total: countOf(lines) };
  return [{ ...event, ...credit(shown, event.path, workshop), outcome: 'complete' }];
}

/** The paths that a call names. */
function namedFiles({ args, about }: Answered): string[] {
  const listed = (listField(args, 'files') ?? []).flatMap((one) =>
    isObject(one) ? (textField(one, 'path') ?? []) : [],
  );
  const path = textField(args, 'path') ?? '';
  const all = listed.length > 0 ? listed : [path === '' ? about : path];
  return all.filter((name) => name !== '');
}

/** The range that is asked for of a file: by offset and limit, or by its first and last line. */
function requestedOf(args: JsonObject, written: string): Requested {
  const listed = (listField(args, 'files') ?? []).filter(isObject);
  const entry = listed.find((one) => textField(one, 'path') === written) ?? args;
  const anchor = objectField(entry, 'indentation');
  if (textField(entry, 'mode') === 'indentation' || anchor !== undefined) {
    const line = numberOf(anchor === undefined ? undefined : field(anchor, 'anchor_line')) ?? 1;
    return { start: line, end: line };
  }
  const [offset, limit] = [numberOf(field(entry, 'offset')), numberOf(field(entry, 'limit'))];
  if (offset !== null || limit !== null) {
    const start = offset ?? 1;
    return requestedLines(start, start + (limit ?? DEFAULT_LIMIT) - 1);
  }
  const [start, end] = [numberOf(field(entry, 'start_line')), numberOf(field(entry, 'end_line'))];
  if (start !== null || end !== null) return requestedLines(start ?? 1, end);
  return rangeOf(field(entry, 'line_ranges') ?? field(entry, 'lineRanges') ?? field(entry, 'line_range'));
}

/** The span of ranges: `"1-50"`, `["1-50"]`, `[{ start, end }]`, `[[1, 50]]`. */
function rangeOf(value: unknown): Requested {
  const spans = (Array.isArray(value) ? value : [value]).flatMap((one): [number, number][] => {
    const [start, end] =
      typeof one === 'string'
        ? (/(\d{1,8})\s*-\s*(\d{1,8})/.exec(one)?.slice(1).map(Number) ?? [])
        : Array.isArray(one)
          ? (one as readonly unknown[])
          : isObject(one)
            ? [field(one, 'start'), field(one, 'end')]
            : [];
    return isLineNumber(start) && isLineNumber(end) ? [[start, end]] : [];
  });
  if (spans.length === 0) return null;
  return requestedLines(
    Math.min(...spans.slice(0, 1_000).map(([start]) => start)),
    Math.max(...spans.slice(0, 1_000).map(([, end]) => end)),
  );
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\s*\d{1,8}\s*$/.test(value) ? Number(value) : value;
  return isLineNumber(number) ? number : null;
}
