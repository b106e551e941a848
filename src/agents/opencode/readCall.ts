import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope, ReadEvent, ReadOutcome, Requested } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { field, objectField, textField } from '../json';
import { isLineNumber } from '../lineRanges';
import { credit } from '../shownLines';
import { countOf } from '../textLines';
import type { Workshop } from '../workshop';
import type { Call, Result } from './call';
import { resultError } from './errors';
import { instructions } from './instructions';
import { type ReadText, readText } from './readText';

const PAST_END = /^Offset \d+ is out of range for this file \((\d{1,8}) lines\)/;
const NOT_TEXT = /^(?:Image|PDF) read successfully/;
const FOLDER = /^<path>[^\n]*<\/path>\n<type>directory<\/type>\n/;

/** The events of a call of the read tool: the read, and files of instructions that came with it. */
export function readCall(call: Call, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
  const written = textField(result.input, 'filePath') ?? '';
  if (written === '') return [];
  const display = objectField(result.metadata, 'display');
  const path = resolvePath(call.cwd, written);
  const event = {
    kind: 'read',
    ...base,
    path,
    written,
    form: 'tool',
    requested: requestOf(result.input, false),
    returned: [],
    totalLines: null,
  } as const;
  const ends = (outcome: ReadOutcome): ReadEvent[] => [{ ...event, outcome }];
  if (result.isError) return [failed(event, result)];
  const isFolder = FOLDER.test(result.text);
  if (isFolder || result.hasAttachments || NOT_TEXT.test(result.text)) return ends('not-text');
  const shown = readText(result.text, display);
  if (shown === null) return ends('unknown-range');
  const requested = requestOf(result.input, shown.isOld);
  return [
    { ...event, requested, ...credit(shown, path, workshop), outcome: outcomeOf(shown, requested) },
    ...instructions(shown.rest, result.metadata, base, call.cwd, workshop),
  ];
}

/** A start past the end of the file is an error of the tool, but it tells what an empty answer does. */
function failed(event: Omit<ReadEvent, 'outcome'>, result: Result): ReadEvent {
  const total = Number(PAST_END.exec(result.text)?.[1] ?? Number.NaN);
  if (Number.isNaN(total)) return { ...event, outcome: 'failed', error: resultError(result) };
  return { ...event, agentTotal: total, outcome: 'empty' };
}

function outcomeOf({ start, lines, cutLines, hasMore }: ReadText, requested: Requested): ReadOutcome {
  const count = countOf(lines);
  const isShort = requested?.end == null || start + count - 1 < requested.end;
  if (cutLines.length > 0 || (hasMore && isShort)) return 'truncated';
  return count === 0 ? 'empty' : 'complete';
}

/**
 * The lines that a call of the read tool asks for.
 *
 * @param isOld offsets are counted from 0
 */
export function requestOf(input: JsonObject, isOld: boolean): Requested {
  const offset = numberOf(field(input, 'offset'));
  const limit = numberOf(field(input, 'limit'));
  if (offset === undefined && limit === undefined) return null;
  const start = isOld ? (offset ?? 0) + 1 : Math.max(offset ?? 1, 1);
  const end = limit === undefined ? null : start + limit - 1;
  return { start, end: end !== null && isLineNumber(end) && end >= start ? end : null };
}

/** Numbers may come as texts. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,8}$/.test(value) ? Number(value) : value;
  return number === 0 || isLineNumber(number) ? number : undefined;
}
