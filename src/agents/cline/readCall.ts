import type { AgentEvent, Envelope, ReadEvent } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { type BarLines, barLines } from '../barLines';
import { errorClass } from '../errorClass';
import { field } from '../json';
import { isLineNumber } from '../lineRanges';
import { unreadFile } from '../readEvent';
import { credit } from '../shownLines';
import type { Workshop } from '../workshop';
import { type Answer, failureOf } from './answer';
import { middleCut, RESULT_LIMIT } from './middleCut';
import { type ReadRequest, readRequests, requestOf } from './readRequests';

/** A longer line is cut at this many UTF-16 code units, and a note is put behind them. */
const LONGEST_LINE = 2_000;
/** Tells that the agent stopped before the end of what was asked for. */
const FOOTER =
  /^\n\n\[Showing lines (\d{1,8})-(\d{1,8}) of (\d{1,8})(\+ lines)?\. Use start_line\/end_line to read other sections\.\]$/;

/** What the reader needs to know besides the call. */
export interface ReadPlace {
  /** Absolute path of a name. */
  resolve(written: string): string;
  /** Whether the model was given a note in place of what this part of the answer says. */
  isWithheld(query: string): boolean;
}

/** The reads of a call of `read_files`, one for each file. */
export function readCall(
  input: unknown,
  answer: Answer,
  place: ReadPlace,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const requests = readRequests(input);
  if (answer.error !== null) {
    const error = errorClass(answer.error);
    return requests.map((request) => ({ ...started(request, place, base), outcome: 'failed', error }));
  }
  return answer.parts.flatMap((part, i) => {
    const request = requestOf(part, i, requests);
    if (request === undefined) return [];
    return [readPart(started(request, place, base), request, part, answer, place, workshop)];
  });
}

function started({ path: written, range }: ReadRequest, place: ReadPlace, base: Envelope): ReadEvent {
  return { ...unreadFile(base, { path: place.resolve(written), written }, range), outcome: 'unknown-range' };
}

function readPart(
  event: ReadEvent,
  request: ReadRequest,
  part: JsonObject,
  answer: Answer,
  place: ReadPlace,
  workshop: Workshop,
): ReadEvent {
  const failure = failureOf(part);
  if (failure !== null) return { ...event, outcome: 'failed', error: errorClass(failure) };
  const text = field(part, 'result');
  if (typeof text !== 'string') return { ...event, outcome: 'not-text' };
  if (place.isWithheld(request.query)) return event;
  if (text === '') return { ...event, outcome: 'empty', totalLines: request.range === null ? 0 : null };
  const shown = shownOf(text, request);
  if (shown === null) return event;
  // One text of everything is cut in its middle, wherever that may be.
  if (answer.isCut) return { ...event, totalLines: shown.total };
  return credited(event, shown, workshop);
}

interface Shown {
  readonly lines: BarLines;
  /** Exact number of lines of the file, null where it is not told. */
  readonly total: number | null;
  /** The agent stopped before the end of what was asked for. */
  readonly isShort: boolean;
}

/** The lines of an answer; null where it is not as the agent writes it. */
function shownOf(text: string, { range }: ReadRequest): Shown | null {
  const lines = barLines(text, range?.start ?? 1);
  const count = lines.starts.length;
  if (count === 0) return null;
  const last = lines.first + count - 1;
  const end = range?.end ?? null;
  if (end !== null && last > end) return null;
  if (lines.end === text.length) {
    // Fewer lines than were asked for: there are no more.
    return { lines, total: end === null || last < end ? last : null, isShort: false };
  }
  const [, from, to, of, isAbout] = FOOTER.exec(text.slice(lines.end)) ?? [];
  const total = Number(of);
  if (Number(from) !== lines.first || Number(to) !== last || !isLineNumber(total) || total < last)
    return null;
  // With an end that was asked for, it is counted no further than there.
  const isTotal = isAbout === undefined && (end === null || total < end);
  return { lines, total: isTotal ? total : null, isShort: true };
}

/** Credits the lines that the model was given; all are kept in mind, as what the file holds. */
function credited(event: ReadEvent, { lines, total, isShort }: Shown, workshop: Workshop): ReadEvent {
  const { text, starts, bounds, first } = lines;
  const given = middleCut(text, RESULT_LIMIT) ?? { head: text.length, tail: text.length };
  const cut = { long: [] as number[], inPart: [] as number[], missing: [] as number[] };
  for (const [i, start] of starts.entries()) {
    const [from, end] = [bounds[2 * i] ?? 0, bounds[2 * i + 1] ?? 0];
    const isLong = end - from > LONGEST_LINE;
    if (isLong) cut.long.push(first + i);
    // A line that lost nothing but its number is whole: the next one tells where it stands.
    if (end > given.head && from < given.tail) {
      const isSeen = start < given.head || end > given.tail;
      (isSeen ? cut.inPart : cut.missing).push(first + i);
    } else if (isLong) cut.inPart.push(first + i);
  }
  const all = { start: first, lines, total };
  credit({ ...all, cutLines: cut.long }, event.path, workshop);
  const { cutLines: _, ...told } = credit(
    { ...all, cutLines: [...cut.inPart, ...cut.missing] },
    event.path,
    workshop,
  );
  const isWhole = cut.inPart.length + cut.missing.length === 0 && !isShort;
  return {
    ...event,
    ...told,
    ...(cut.inPart.length === 0 ? {} : { cutLines: cut.inPart }),
    outcome: isWhole ? 'complete' : 'truncated',
  };
}
