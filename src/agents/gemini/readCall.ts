import { resolvePath } from '../../text/path';
import type { Envelope, ReadEvent, ReadOutcome, Requested } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import type { Call, Result } from '../geminiFamily/call';
import { readOutcome, saysNoText } from '../geminiFamily/readOutcome';
import { textField, wholeField } from '../json';
import { requestedLines } from '../lineRanges';
import { unreadFile } from '../readEvent';
import { credit } from '../shownLines';
import type { Workshop } from '../workshop';
import { fileText } from './fileText';

/** Displays of answers that are no lines. */
const NOT_TEXT = /^(?:Read (?:image|pdf|audio|video) file: |Skipped (?:binary|large SVG|large svg) file)/;

/** The event of a call of `read_file`. */
export function readCall(call: Call, result: Result, base: Envelope, workshop: Workshop): ReadEvent[] {
  const written =
    textField(call.input, 'file_path') ??
    textField(call.input, 'absolute_path') ??
    textField(call.input, 'path');
  if (written === undefined || written === '') return [];
  const path = resolvePath(call.cwd, written);
  const requested = requestOf(call.input);
  const event = unreadFile(base, { path, written }, requested);
  const ends = (outcome: ReadOutcome): ReadEvent[] => [{ ...event, outcome }];

  if (result.error !== null) return [{ ...event, outcome: 'failed', error: result.error }];
  const display = typeof result.display === 'string' ? result.display : undefined;
  const isOther = display === undefined ? saysNoText(result.text) : NOT_TEXT.test(display);
  if (result.hasMedia || isOther) return ends('not-text');
  if (!result.isRecorded) return ends('unknown-range');
  const shown = fileText(result.text, display);
  if (shown === null) return ends('unknown-range');
  return [{ ...event, ...credit(shown, path, workshop), outcome: readOutcome(shown, requested) }];
}

/** Lines are asked for by their first and last; older versions counted from 0 and took a number of lines. */
function requestOf(input: JsonObject): Requested {
  const first = wholeField(input, 'start_line');
  const last = wholeField(input, 'end_line');
  if (first !== undefined || last !== undefined) return requestedLines(first ?? 1, last);
  const offset = wholeField(input, 'offset');
  const limit = wholeField(input, 'limit');
  if (offset === undefined && limit === undefined) return null;
  const start = (offset ?? 0) + 1;
  return requestedLines(start, limit === undefined ? undefined : start + limit - 1);
}
