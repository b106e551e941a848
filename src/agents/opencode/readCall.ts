import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope, ReadEvent, ReadOutcome, Requested } from '../../tracker/event';
import { objectField, textField } from '../json';
import { offsetLimit } from '../offsetLimit';
import { unreadFile } from '../readEvent';
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
  const event = unreadFile(base, { path, written }, offsetLimit(result.input, 1));
  const ends = (outcome: ReadOutcome): ReadEvent[] => [{ ...event, outcome }];
  if (result.isError) return [failed(event, result)];
  const isFolder = FOLDER.test(result.text);
  if (isFolder || result.hasAttachments || NOT_TEXT.test(result.text)) return ends('not-text');
  const shown = readText(result.text, display);
  if (shown === null) return ends('unknown-range');
  const requested = offsetLimit(result.input, shown.isOld ? 0 : 1);
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
