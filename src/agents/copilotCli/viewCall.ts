import { resolvePath } from '../../text/path';
import type { Envelope, ReadEvent, ReadOutcome, Requested } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { errorClass } from '../errorClass';
import { field, textField, wholeField } from '../json';
import { unreadFile } from '../readEvent';
import { credit } from '../shownLines';
import { countOf } from '../textLines';
import type { Workshop } from '../workshop';
import { gitDiffs } from './gitDiffs';
import { type Call, isDenied, type Result } from './row';
import { type Evidence, isWindow, type ViewText, viewText, type Window } from './viewText';

const ARGUMENTS: ReadonlySet<string> = new Set(['command', 'path', 'view_range', 'forceReadLargeFiles']);
const IMAGE = 'Viewed image file successfully.';
/** A success that shows nothing. */
const TOO_LARGE = /^File too large to read at once \([\d.]{1,12} ?[KMGT]?B\)\. [^\n]*$/;

/** The event of a call of the view tool. */
export function viewCall(
  call: Call,
  result: Result,
  base: Envelope,
  cwd: string,
  workshop: Workshop,
  isChanged: boolean,
): ReadEvent[] {
  const written = textField(call.input, 'path') ?? '';
  if (written === '' || written.startsWith('~')) return [];
  const path = resolvePath(cwd, written);
  const window = windowOf(call.input);
  const event = unreadFile(base, { path, written }, window === null ? null : requestOf(window));
  const ends = (outcome: ReadOutcome): ReadEvent[] => [{ ...event, outcome }];
  const fails = (error: string): ReadEvent[] => [{ ...event, outcome: 'failed', error }];
  if (!result.isSuccess) return fails(isDenied(result) ? 'denied' : errorClass(result.message));
  const { content, detailed, properties, metrics } = result;
  if (isChanged || content === undefined || window === null) return ends('unknown-range');
  const viewType = textField(properties, 'viewType');
  const [diff] = gitDiffs(detailed ?? '');
  if (result.hasBinary || content === IMAGE || viewType === 'image') return ends('not-text');
  if (viewType === 'directory' || diff?.isCreation === true) return ends('not-text');
  if (TOO_LARGE.test(content)) return fails('too-large');
  const given = wholeField(metrics, 'resultForLlmLength');
  // Of a file without lines, the record has the empty diff in the place of the empty text.
  if (content === detailed && diff?.count === 0) return [{ ...event, totalLines: 0, outcome: 'empty' }];
  // A tool of an old version that tells nothing of itself may have listed a folder.
  const isFile = viewType === 'file' || diff !== undefined;
  if (!isFile || (given !== undefined && given !== content.length)) return ends('unknown-range');
  const evidence: Evidence = { diff, isMeasured: given !== undefined };
  const shown = viewText(content, window, evidence);
  if (shown === null) return ends('unknown-range');
  return [{ ...event, ...credit(shown, path, workshop), outcome: outcomeOf(shown) }];
}

function outcomeOf({ lines, truncated }: ViewText): ReadOutcome {
  if (truncated) return 'truncated';
  return countOf(lines) === 0 ? 'empty' : 'complete';
}

/** The lines asked for; null where the numbers are none that can be, or something unknown is asked for too. */
function windowOf(input: JsonObject): Window | null {
  if (Object.keys(input).some((name) => !ARGUMENTS.has(name))) return null;
  const range = field(input, 'view_range');
  if (range === undefined || range === null) return { start: 1, end: null };
  const [start, end] = Array.isArray(range) && range.length === 2 ? (range as unknown[]) : [];
  if (!isWindow(start, end)) return null;
  return { start: start as number, end: end === -1 ? null : (end as number) };
}

function requestOf({ start, end }: Window): Requested {
  return start === 1 && end === null ? null : { start, end };
}
