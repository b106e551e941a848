import { resolvePath } from '../../text/path';
import type { Envelope, ReadEvent, ReadOutcome, Requested } from '../../tracker/event';
import { objectField, textField } from '../json';
import { offsetLimit } from '../offsetLimit';
import { unreadFile } from '../readEvent';
import { credit, creditHashed } from '../shownLines';
import { countOf } from '../textLines';
import type { Call, Result } from './call';
import { resultError } from './errors';
import { type FileText, type HashedText, recordedLines, recordedText, textOnly } from './fileText';
import type { ClaudeWorkshop } from './workshop';

/** Whole answers that stand for lines which were shown before. Each is the start of the answer. */
const STUBS = [
  'File unchanged since last read',
  'Wasted call',
  '<system-reminder>This file is already in your context',
];

const NO_LINES = [
  '<system-reminder>Warning: the file exists but is shorter than the provided offset',
  '<system-reminder>Warning: the file exists but the contents are empty',
];

/** Reads without a limit ended here in older versions. */
const OLD_LIMIT = 2000;

/** The event of a call of the Read tool. */
export function readCall(
  call: Call,
  result: Result,
  base: Envelope,
  { hasher, memory, isCut }: ClaudeWorkshop,
): ReadEvent[] {
  const written = textField(call.input, 'file_path') ?? textField(call.input, 'path');
  const file = result.structured === undefined ? undefined : objectField(result.structured, 'file');
  // A hook may have changed the call: the result says which file it was.
  const named = (file === undefined ? undefined : textField(file, 'filePath')) ?? written;
  if (named === undefined || named === '') return [];
  const path = resolvePath(call.cwd, named);
  const requested = offsetLimit(call.input, 1);
  const event = unreadFile(base, { path, written: written ?? named }, requested);
  const ends = (outcome: ReadOutcome): ReadEvent[] => [{ ...event, outcome }];

  if (result.isError) return [{ ...event, outcome: 'failed', error: resultError(result) }];
  const type = result.structured === undefined ? undefined : textField(result.structured, 'type');
  if (type === 'file_unchanged' || STUBS.some((stub) => result.text.startsWith(stub)))
    return ends('unchanged');
  if (type !== undefined && type !== 'text') return ends('not-text');
  if (result.otherBlocks.length > 0 || named.endsWith('.ipynb')) return ends('not-text');

  if (result.shown !== undefined) {
    const lines = file === undefined ? null : recordedLines(file, result.shown);
    return lines === null
      ? ends('unknown-range')
      : [{ ...event, ...creditHashed(lines, path, { memory }), outcome: hashedOutcome(lines) }];
  }
  const shown =
    file === undefined ? fromText(result, requested, isCut(call.id)) : recordedText(file, result.text);
  if (shown === null) {
    return ends(NO_LINES.some((words) => result.text.startsWith(words)) ? 'empty' : 'unknown-range');
  }
  return [{ ...event, ...credit(shown, path, { hasher, memory }), outcome: outcomeOf(shown) }];
}

function outcomeOf({ lines, cutLines, truncated }: FileText): ReadOutcome {
  if (truncated || cutLines.length > 0) return 'truncated';
  return countOf(lines) === 0 ? 'empty' : 'complete';
}

function hashedOutcome({ lineHashes, truncated }: HashedText): ReadOutcome {
  if (truncated) return 'truncated';
  return lineHashes.length === 0 ? 'empty' : 'complete';
}

function fromText(result: Result, requested: Requested, isCut: boolean): FileText | null {
  const start = requested?.start ?? 1;
  const end = requested?.end ?? null;
  const shown = textOnly(result.text, start, end === null ? null : end - start + 1, isCut);
  const mayHaveHitLimit = end === null && shown !== null && countOf(shown.lines) >= OLD_LIMIT - 1;
  return shown !== null && mayHaveHitLimit ? { ...shown, total: null } : shown;
}
