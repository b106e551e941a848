import { splitLines } from '../../text/lines';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { errorClass } from '../errorClass';
import { field, isObject, listField, textField } from '../json';
import { type OutputTail, type ShellOutput, wholeOutput } from '../shell/output';
import { shellCall } from '../shell/shellCall';
import type { Workshop } from '../workshop';
import { type Answer, failureOf } from './answer';
import { middleCut, RESULT_LIMIT } from './middleCut';

const EXIT_CODE = /^\[Command exited with code \d+\](?:\n|$)/;
/** What went to the other stream comes after this; a file may hold the same words. */
const OTHER_STREAM = /(?:^|\n)\[stderr\]\n/;
/** Longer outputs are stored without their middle; this many characters of each end are left. */
const STORED_END = 24_000;
const STORED_CUT = /^\n\[\.\.\. output truncated: \d+ chars total\. [^\n]*\.\.\.\]\n/;
const RUNNING = '[Command is still running.';

/** A call of `run_commands`. All of its commands start in the working folder and run at the same time. */
export function commandCalls(
  input: unknown,
  answer: Answer,
  cwd: string,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const commands = commandsOf(input);
  return commands.flatMap((command, i) => {
    const part = answer.parts.length === commands.length ? answer.parts[i] : undefined;
    const failure = part === undefined ? (answer.error ?? '') : failureOf(part);
    const hasFailed = failure !== null;
    const output = part === undefined || answer.isCut ? null : outputOf(part);
    const error = errorClass(failure ?? '');
    return shellCall({ command, cwd, output, hasFailed, isDenied: false, error }, base, workshop).events;
  });
}

function commandsOf(input: unknown): string[] {
  const list = isObject(input)
    ? (listField(input, 'commands') ?? [field(input, 'commands') ?? field(input, 'cmd') ?? input])
    : Array.isArray(input)
      ? input
      : [input];
  return list.flatMap((one) => {
    if (typeof one === 'string') return [one];
    if (!isObject(one)) return [];
    const program = textField(one, 'command') ?? '';
    const words = listField(one, 'args')?.filter((word) => typeof word === 'string') ?? [];
    if (program === '') return [];
    return [[program, ...words.map((word) => `'${word.replaceAll("'", "'\\''")}'`)].join(' ')];
  });
}

/** What the model was given of the output; null where that cannot be told. */
function outputOf(part: JsonObject): ShellOutput | null {
  const text = textField(part, 'result');
  if (text === undefined || text.startsWith(RUNNING)) return null;
  const code = failureOf(part) === null ? 0 : (EXIT_CODE.exec(text)?.[0].length ?? 0);
  const isDoubtful = OTHER_STREAM.test(text.slice(code));
  const stored = storedCut(text, code);
  const given = middleCut(text, RESULT_LIMIT);
  if (given === null) return { ...wholeOutput(text.slice(code)), isDoubtful };
  if (given.head <= code) return null;
  const head = headOf(text, code, given.head);
  const isCounted = stored === null && code === 0 && !isDoubtful;
  return {
    ...head,
    isTrimmed: false,
    firstIsWhole: true,
    isCut: true,
    tail: tailOf(text, given.tail, isCounted ? splitLines(text).length : null),
    isDoubtful,
  };
}

function storedCut(text: string, code: number): RegExpExecArray | null {
  return STORED_CUT.exec(text.slice(code + STORED_END, code + STORED_END + 300));
}

function headOf(text: string, from: number, to: number): Pick<ShellOutput, 'lines' | 'lastIsWhole'> {
  // A line end that is gone does not change the line before it.
  const isAtEnd = text.startsWith('\n', to) || text.startsWith('\r\n', to) || text[to - 1] === '\n';
  return { lines: splitLines(text.slice(from, to)), lastIsWhole: isAtEnd };
}

function tailOf(text: string, from: number, total: number | null): OutputTail {
  return { lines: splitLines(text.slice(from)), firstIsWhole: text[from - 1] === '\n', total };
}
