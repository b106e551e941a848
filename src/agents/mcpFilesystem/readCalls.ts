import type { Envelope, ReadEvent, Requested } from '../../tracker/event';
import { errorClass } from '../errorClass';
import type { NamedFile } from '../namedFile';
import { unreadFile } from '../readEvent';
import { blankLines } from '../shell/blankLines';
import type { ShellRead } from '../shell/credit';
import { placeShown } from '../shell/place';
import { credit } from '../shownLines';
import { countOf, firstLines, NO_LINES, plainLines, type TextLines } from '../textLines';
import type { Workshop } from '../workshop';
import { divideFiles } from './multipleFiles';
import type { ServerText } from './result';
import type { FilesystemCall } from './tool';

/** A file that was asked for. */
type Part = Extract<FilesystemCall, { kind: 'read' }>['part'];

/** A read of one file: all of it, its first lines, or its last. */
export function readCall(
  file: NamedFile,
  part: Part,
  answer: ServerText | null,
  base: Envelope,
  workshop: Workshop,
): ReadEvent {
  const event = started(file, base, requestOf(part));
  if (answer === null || answer.text.includes('\u0000')) return event;
  if (part !== null && 'tail' in part) return lastLines(event, part.tail, answer, base, workshop);
  const shown = part === null ? plainLines(answer.text) : leadingLines(answer.text, part.head);
  if (shown === null) return event;
  const isWhole = part === null || (answer.text !== '' && countOf(shown) < part.head);
  return fromStart(event, shown, isWhole, answer, workshop);
}

/** A read of several files: an event for each, in the order in which they were asked for. */
export function readManyCall(
  files: readonly NamedFile[],
  answer: ServerText | null,
  base: Envelope,
  workshop: Workshop,
): ReadEvent[] {
  const parts =
    answer === null
      ? []
      : divideFiles(
          answer.text,
          files.map(({ written }) => written),
        );
  return files.map((file, i): ReadEvent => {
    const event = started(file, base, null);
    const part = parts[i];
    if (answer === null || part === undefined || part.kind === 'unknown') return event;
    if (part.kind === 'error') return { ...event, outcome: 'failed', error: errorClass(part.message) };
    if (part.content.includes('\u0000')) return event;
    return fromStart(event, plainLines(part.content), part.isWhole, answer, workshop);
  });
}

/** A read of which nothing is known but that it went well. */
function started(file: NamedFile, base: Envelope, requested: Requested): ReadEvent {
  return { ...unreadFile(base, file, requested), outcome: 'unknown-range' };
}

function requestOf(part: Part): Requested {
  return part !== null && 'head' in part ? { start: 1, end: part.head } : null;
}

/** The first lines of a file: line feeds stand between them only. Null where there are more than were asked for. */
function leadingLines(text: string, head: number): TextLines | null {
  if (text === '') return NO_LINES;
  const lines = plainLines(`${text}\n`);
  return countOf(lines) > head ? null : lines;
}

/** Lines from the first on. */
function fromStart(
  event: ReadEvent,
  lines: TextLines,
  isWhole: boolean,
  { isDoubtful }: ServerText,
  workshop: Workshop,
): ReadEvent {
  const count = countOf(lines);
  if (isDoubtful) return count === 0 ? event : withEvidence(event, lines, { from: 1, to: null }, workshop);
  const total = isWhole ? count : null;
  const shown = credit({ start: 1, lines, cutLines: [], total }, event.path, workshop);
  if (count === 0) return { ...event, totalLines: total, outcome: 'empty' };
  const isCut = !isWhole && event.requested === null;
  return { ...event, ...shown, outcome: isCut ? 'truncated' : 'complete' };
}

/** The last lines of a file: where they stand is known if there are no others, or if the file's end is. */
function lastLines(
  event: ReadEvent,
  tail: number,
  answer: ServerText,
  base: Envelope,
  workshop: Workshop,
): ReadEvent {
  const { text, isDoubtful } = answer;
  const parts = text === '' ? 0 : countOf(plainLines(`${text}\n`));
  if (parts > tail) return event;
  const lines = plainLines(text);
  // What follows the last line feed was counted as a line.
  if (parts > 0 && parts < tail) return fromStart(event, lines, true, answer, workshop);
  if (parts === 0) return isDoubtful ? event : { ...event, outcome: 'empty' };
  if (countOf(lines) === 0) return event;
  const claim = { last: countOf(lines) };
  const waiting = withEvidence(event, lines, claim, workshop);
  const retry = () => placedLast(event, lines, isDoubtful, workshop);
  const placed = retry();
  if (placed !== null) return { ...event, ...placed };
  workshop.unsettled.add({ path: event.path, retry }, base);
  return waiting;
}

/** The last lines at their place, as far as what is known of the file tells it. */
function placedLast(
  { path, written, form }: ReadEvent,
  lines: TextLines,
  isDoubtful: boolean,
  workshop: Workshop,
): ShellRead | null {
  const { hasher, memory } = workshop;
  const file = memory.get(path);
  const shown = {
    hashes: hasher.lines(lines.text),
    claim: { last: countOf(lines) },
    mayLoseStart: false,
    mayLoseEnd: false,
    isCut: false,
    lastIsWhole: true,
    proof: isDoubtful ? 'all' : 'some',
  } as const;
  const place = placeShown(shown, file, blankLines(hasher));
  if (place === null || place.cutLine !== null) return null;
  const { start, count } = place;
  const text = { start, lines: firstLines(lines, count), cutLines: [], total: file?.total ?? null };
  const given = credit(text, path, workshop);
  return { path, written, form, requested: { start, end: null }, ...given, outcome: 'complete' };
}

/** The read with its lines for the file on disk to settle. */
function withEvidence(
  event: ReadEvent,
  lines: TextLines,
  claim: { readonly last: number } | { readonly from: number; readonly to: null },
  workshop: Workshop,
): ReadEvent {
  return { ...event, unplaced: { lineHashes: workshop.hasher.lines(lines.text), claim, cut: false } };
}
