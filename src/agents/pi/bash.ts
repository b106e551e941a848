import { splitLines } from '../../text/lines';
import type { JsonObject } from '../adapter';
import { field, objectField, textField, wholeField } from '../json';
import { type OutputTail, type ShellOutput, wholeOutput } from '../shell/output';
import { withoutReturn } from '../textLines';
import type { Result } from './entry';

const STATUS =
  /(?:^|\n\n)Command (?:exited with code -?\d{1,10}|timed out after [\d.]{1,12} seconds|aborted)$/;
const NO_OUTPUT = '(no output)';
const SHOWING =
  /\n\n\[Showing lines (\d{1,9})-(\d{1,9}) of (\d{1,9})(?: \([^()\n]{1,40} limit\))?\. Full output: [^\n]*\]$/;
const SHOWING_PART =
  /\n\n\[Showing last [^\n]{1,40} of line \d{1,9} \(line is [^()\n]{1,40}\)\. Full output: [^\n]*\]$/;

/** What a command of the bash tool printed, and how it ended. */
export interface BashResult {
  readonly output: ShellOutput | null;
  /** It never ran. */
  readonly isDenied: boolean;
}

/** The answer of the bash tool, which keeps the end of large outputs. */
export function bashResult({ text, isError, details, hasOtherBlocks, isOdd }: Result): BashResult {
  if (hasOtherBlocks || isOdd) return { output: null, isDenied: false };
  const status = isError ? STATUS.exec(text) : null;
  // Every command that ran and failed says how it ended.
  if (isError && status === null) return { output: null, isDenied: true };
  const shown = status === null ? text : text.slice(0, status.index);
  if (shown === NO_OUTPUT || shown === '') return { output: wholeOutput(''), isDenied: false };
  const truncation = details === undefined ? undefined : objectField(details, 'truncation');
  if (truncation !== undefined && field(truncation, 'truncated') === true)
    return { output: tailOf(shown, truncation), isDenied: false };
  // Without a record of what was cut, such as that of a command that failed, the words alone cannot be believed.
  const mayBeCut = SHOWING.test(shown) || SHOWING_PART.test(shown);
  return { output: mayBeCut ? null : wholeOutput(shown), isDenied: false };
}

function tailOf(shown: string, truncation: JsonObject): ShellOutput | null {
  const found = SHOWING.exec(shown);
  const isPartial = field(truncation, 'lastLinePartial') === true;
  if (found === null || isPartial) return null;
  const content = shown.slice(0, found.index);
  const [first, last, all] = found.slice(1).map(Number);
  const parts = content.split('\n').length;
  if (first === undefined || all === undefined || last !== all || first + parts - 1 !== last) return null;
  if (parts !== wholeField(truncation, 'outputLines')) return null;
  // Older versions count the empty text after the last line end as a line.
  const total = content.endsWith('\n') ? all - 1 : all;
  // The last line end is not shown, only the first half of it.
  return cutOutput({ lines: splitLines(content).map(withoutReturn), firstIsWhole: true, total });
}

function cutOutput(tail: OutputTail): ShellOutput {
  return { ...wholeOutput(''), isCut: true, tail };
}

/** What a command that a person ran printed; null where it never got into the context. */
export function ownOutput(message: JsonObject): ShellOutput | null {
  const output = textField(message, 'output');
  if (output === undefined || field(message, 'excludeFromContext') === true) return null;
  if (field(message, 'truncated') !== true) return wholeOutput(output);
  return cutOutput({ lines: splitLines(output), firstIsWhole: false, total: null });
}
