import type { Envelope, ReadEvent, ReadOutcome, Requested } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { errorClass } from '../errorClass';
import { field, objectField, textField } from '../json';
import { isLineNumber, requestedLines } from '../lineRanges';
import { unreadFile } from '../readEvent';
import { credit } from '../shownLines';
import { countOf } from '../textLines';
import type { Workshop } from '../workshop';
import type { Call, Result } from './entry';
import { fileOf } from './files';
import { type ReadText, readText, type Window } from './readText';

/** What the model is told beside an image, or in its place. */
const IMAGE = /^Read image file \[image\/[a-z+.-]{1,20}\]/;

/** The event of a call of the read tool. */
export function readCall(
  call: Call,
  result: Result,
  base: Envelope,
  cwd: string,
  workshop: Workshop,
): ReadEvent[] {
  const file = fileOf(textField(call.input, 'path'), cwd);
  if (file === null) return [];
  const window = windowOf(call.input);
  const event = unreadFile(base, file, requestedBy(call.input));
  if (result.isError) return [{ ...event, outcome: 'failed', error: errorClass(result.text) }];
  if (result.hasOtherBlocks || IMAGE.test(result.text)) return [{ ...event, outcome: 'not-text' }];
  // An extension may have put a tool of its own in the place of this one.
  const isOwn = Object.keys(result.details ?? {}).every((name) => name === 'truncation');
  const truncation = result.details === undefined ? undefined : objectField(result.details, 'truncation');
  const shown = isOwn && !result.isOdd && window !== null ? readText(result.text, window, truncation) : null;
  if (shown === null) return [{ ...event, outcome: 'unknown-range' }];
  return [{ ...event, ...credit(shown, file.path, workshop), outcome: outcomeOf(shown) }];
}

function outcomeOf({ lines, truncated }: ReadText): ReadOutcome {
  if (truncated) return 'truncated';
  return countOf(lines) === 0 ? 'empty' : 'complete';
}

/** What a call of the read tool asks for. */
export function requestedBy(input: JsonObject): Requested {
  const window = windowOf(input);
  return window === null ? null : requestOf(window);
}

/** The lines asked for; null where the numbers are none that can be, or something else is asked for too. */
function windowOf(input: JsonObject): Window | null {
  if (Object.keys(input).some((name) => !['path', 'offset', 'limit'].includes(name))) return null;
  const offset = numberOf(field(input, 'offset'));
  const limit = numberOf(field(input, 'limit'));
  if (offset === null || limit === null || limit === 0) return null;
  return { start: Math.max(offset ?? 1, 1), limit: limit ?? null };
}

function requestOf({ start, limit }: Window): Requested {
  if (limit === null) return start === 1 ? null : { start, end: null };
  return requestedLines(start, start + limit - 1);
}

/** Numbers may come as texts. Undefined: none; null: none that can be. */
function numberOf(value: unknown): number | undefined | null {
  if (value === undefined || value === null) return undefined;
  const number = typeof value === 'string' && /^\d{1,8}$/.test(value) ? Number(value) : value;
  return number === 0 || isLineNumber(number) ? number : null;
}
