import { resolvePath } from '../../text/path';
import type { Envelope, ReadEvent, Requested } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { field, isObject, textField, wholeField } from '../json';
import { isLineNumber } from '../lineRanges';
import { unreadFile } from '../readEvent';
import { parsedText } from '../recordedFolder';
import { credit } from '../shownLines';
import { countOf, firstLines, plainLines } from '../textLines';
import type { Workshop } from '../workshop';
import { pathOf, requestedOf } from './request';

/**
 * A call of a read tool, by what the hook after it says came back: `{contents, totalLinesInFile}`, where the empty text
 * after a last line end counts as a line. The lines are credited only if they are exactly as many as the request asks of
 * a file of that length; all other answers leave them unknown.
 */
export function hookRead(
  input: JsonObject,
  output: string,
  cwd: string,
  base: Envelope,
  workshop: Workshop,
): ReadEvent {
  const written = pathOf(input);
  const path = resolvePath(cwd, written);
  const requested = requestedOf(input);
  const event: ReadEvent = {
    ...unreadFile(base, { path, written }, requested),
    outcome: 'unknown-range',
  };
  const shown = isKnown(input) ? shownOf(parsedText(output), requested) : null;
  // A notebook is shown as a text that is made of it.
  if (shown === null || /\.ipynb$/i.test(path)) return event;
  const { text, start, count, total, agentTotal } = shown;
  const lines = firstLines(plainLines(`${text}\n`), count);
  if (countOf(lines) !== count) return event;
  const told = credit({ start, lines, cutLines: [], total, agentTotal }, path, workshop);
  return { ...event, ...told, outcome: 'complete' };
}

/** Whether all that narrows a request is understood: a start counted from the end, for one, is not. */
function isKnown(input: JsonObject): boolean {
  return ['offset', 'limit'].every((name) => !Object.hasOwn(input, name) || isLineNumber(field(input, name)));
}

interface Shown {
  readonly text: string;
  readonly start: number;
  /** Lines of the file that are shown. */
  readonly count: number;
  /** Null where the end of the file is not shown: its last line may be one that is only counted. */
  readonly total: number | null;
  readonly agentTotal: number;
}

/** An answer without text is one whose text was left out. */
function shownOf(output: unknown, requested: Requested): Shown | null {
  if (!isObject(output)) return null;
  const text = textField(output, 'contents') ?? '';
  const all = wholeField(output, 'totalLinesInFile');
  if (text === '' || !isLineNumber(all)) return null;
  const pieces = text.split('\n');
  const start = requested?.start ?? 1;
  const end = Math.min(requested?.end ?? all, all);
  if (pieces.length !== end - start + 1) return null;
  const madeUp = end === all && pieces.at(-1) === '' ? 1 : 0;
  const total = end === all ? all - madeUp : null;
  return { text, start, count: pieces.length - madeUp, total, agentTotal: all };
}
