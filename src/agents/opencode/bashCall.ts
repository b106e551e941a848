import { splitLines } from '../../text/lines';
import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import { field, textField } from '../json';
import { type ShellOutput, wholeOutput } from '../shell/output';
import { shellCall } from '../shell/shellCall';
import type { Workshop } from '../workshop';
import type { Call, Result } from './call';
import { resultError } from './errors';

const NO_OUTPUT = '(no output)';
/** What the agent says of a command that it ended, or whose output it cut; older versions. */
const NOTES = /\n\n<(bash|shell)_metadata>\n[\s\S]*\n<\/\1_metadata>$/;
/** The start of a large output is left out, and the whole is in a file. */
const LOST_START =
  /^\.\.\.(?:output|\d+ (?:lines|bytes)) truncated\.\.\.\n\n(?:[^\n]*)Full output saved to: [^\n]*\n(?:[^\n]+\n)?\n/;
/** Other versions keep the start. */
const LOST_END =
  /\n\n\.\.\.\d+ (?:lines|bytes) truncated\.\.\.\n\n[^\n]*Full output saved to: [^\n]*(?:\n[^\n]+)?$/;

/** The events of a call of the shell. Each command starts in the session's folder, or in the one that it names. */
export function bashCall(call: Call, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
  const folder = textField(result.input, 'workdir');
  const exit = field(result.metadata, 'exit');
  const { events } = shellCall(
    {
      command: textField(result.input, 'command') ?? '',
      cwd: folder === undefined ? call.cwd : resolvePath(call.cwd, folder),
      output: result.isError ? null : bashOutput(result),
      hasFailed: result.isError || (exit !== undefined && exit !== null && exit !== 0),
      isDenied: result.isDenied,
      error: resultError(result),
    },
    base,
    workshop,
  );
  return events;
}

/** What the command printed, as the model was given it; null where it cannot be told from the agent's words. */
export function bashOutput({ text, metadata }: Result): ShellOutput | null {
  if (text === NO_OUTPUT) return wholeOutput('');
  const notes = NOTES.exec(text);
  const shown = notes === null ? text : text.slice(0, notes.index);
  // A command that was ended, or cut at a number of characters: what is missing is not known.
  const isEnded = notes !== null;
  const isTruncated = field(metadata, 'truncated');
  if (isTruncated !== true) {
    // Where the record does not tell, the words may be those of a file, or the agent's own.
    if (isTruncated !== false && (LOST_START.test(shown) || LOST_END.test(shown))) return null;
    const output = printed(shown);
    return isEnded ? { ...output, isCut: true, lastIsWhole: false } : output;
  }
  if (isEnded) return null;
  const head = LOST_START.exec(shown)?.[0];
  if (head !== undefined) {
    const lines = splitLines(shown.slice(head.length));
    // A single line may be too long to be shown whole.
    const tail = { lines, firstIsWhole: lines.length > 1, total: null };
    return { ...printed(''), isCut: true, tail };
  }
  const end = LOST_END.exec(shown);
  if (end === null) return null;
  return { ...wholeOutput(shown.slice(0, end.index)), isCut: true };
}

/** Whether white space was taken away cannot be told of an output that ends without a line end. */
function printed(text: string): ShellOutput {
  const output = wholeOutput(text);
  return text.endsWith('\n') || text === '' ? output : { ...output, isTrimmed: true, firstIsWhole: false };
}
