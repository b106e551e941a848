import { resolvePath } from '../../text/path';
import type { Envelope, ReadEvent, ReadOutcome } from '../../tracker/event';
import type { Call, Result } from '../geminiFamily/call';
import { readOutcome, saysNoText } from '../geminiFamily/readOutcome';
import { textField } from '../json';
import { offsetLimit } from '../offsetLimit';
import { unreadFile } from '../readEvent';
import { credit } from '../shownLines';
import type { Workshop } from '../workshop';
import { fileText } from './fileText';

/** The whole answer stands for lines that were given before. */
const STUB = /^\[File [^\n]* unchanged since last read in this session [^\n]*\]$/;
const NOT_TEXT =
  /^(?:Read (?:image|audio|video|pdf|notebook)\b|Skipped |Referenced |PDF |Failed to read pdf|Error reading notebook)/;

/** The event of a call of `read_file`. */
export function readCall(
  call: Call,
  result: Result,
  base: Envelope,
  workshop: Workshop,
  length: number | undefined,
): ReadEvent[] {
  const { input } = call;
  const written =
    textField(input, 'file_path') ?? textField(input, 'absolute_path') ?? textField(input, 'path');
  if (written === undefined || written === '') return [];
  const path = resolvePath(call.cwd, written);
  const requested = offsetLimit(input, 0);
  const event = unreadFile(base, { path, written }, requested);
  const ends = (outcome: ReadOutcome): ReadEvent[] => [{ ...event, outcome }];

  if (result.error !== null) return [{ ...event, outcome: 'failed', error: result.error }];
  const display = typeof result.display === 'string' ? result.display : undefined;
  const isStub = display === undefined ? STUB.test(result.text) : display.startsWith('Unchanged: ');
  if (isStub) return ends('unchanged');
  const isNoText = saysNoText(result.text) || /\.(?:ipynb|pdf)$/i.test(written);
  const isOther = display === undefined ? isNoText : NOT_TEXT.test(display);
  if (result.hasMedia || isOther) return ends('not-text');
  // The agent puts a note on their age before its own notes of earlier sessions.
  const hasNote = /[\\/]\.qwen[\\/]/.test(path) && result.text.startsWith('<system-reminder>');
  const shown = hasNote ? null : fileText(result.text, { display, length, requested });
  if (shown === null) return ends('unknown-range');
  return [{ ...event, ...credit(shown, path, workshop), outcome: readOutcome(shown, requested) }];
}
