import { splitLines } from '../../text/lines';
import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { Call, Result } from '../geminiFamily/call';
import { labelledOutput, outputStart, trailerStart } from '../geminiFamily/shellSections';
import { field, isObject, textField } from '../json';
import type { ShellOutput } from '../shell/output';
import { shellCall as commandCall } from '../shell/shellCall';
import type { Workshop } from '../workshop';

const LARGE =
  /^Tool output was too large and has been truncated\.\n[\s\S]{0,2000}?\n\nTruncated part of the output:\n/;
const MISSING = '\n\n---\n... [CONTENT TRUNCATED] ...\n---\n\n';
const ELLIPSIS = '...';

/** The events of a call of `run_shell_command`. Each command starts in the session's folder, or in the one it names. */
export function shellCall(call: Call, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
  const command = textField(call.input, 'command') ?? '';
  const folder = textField(call.input, 'directory') ?? '.';
  const isBackground = field(call.input, 'is_background') === true;
  const { events } = commandCall(
    {
      command,
      cwd: resolvePath(call.cwd, folder),
      output: isBackground || result.isDenied ? null : shellOutput(command, result),
      hasFailed: result.error !== null,
      isDenied: result.isDenied,
      error: result.error ?? 'other',
    },
    base,
    workshop,
  );
  return events;
}

/** What a command printed, as far as it reached the model; null where that cannot be told. */
export function shellOutput(command: string, { text, display }: Result): ShellOutput | null {
  const large = LARGE.exec(text);
  if (large !== null) return largeOutput(command, text.slice(large[0].length));
  const whole =
    isObject(display) && field(display, 'truncated') !== true ? textField(display, 'output') : undefined;
  return labelledOutput(text, command, typeof display === 'string' ? display : whole);
}

/**
 * An output of which the middle is missing. It may hold words like those that stand for what is missing: what is before
 * the first of them, and after the last, was surely shown so.
 */
function largeOutput(command: string, text: string): ShellOutput | null {
  const start = outputStart(text, command);
  const [first, last] = [text.indexOf(MISSING, start ?? 0), text.lastIndexOf(MISSING)];
  if (start === null || first === -1) return null;
  const head = text.slice(start, first);
  const rest = text.slice(last + MISSING.length);
  const tail = rest.slice(0, trailerStart(rest));
  const isHeadCut = head.endsWith(ELLIPSIS);
  return {
    lines: splitLines(isHeadCut ? head.slice(0, -ELLIPSIS.length) : head),
    isTrimmed: true,
    firstIsWhole: true,
    firstIsBare: true,
    isCut: true,
    lastIsWhole: !isHeadCut,
    tail: { lines: splitLines(tail), firstIsWhole: !tail.startsWith(ELLIPSIS), total: null },
    isDoubtful: first !== last,
  };
}
