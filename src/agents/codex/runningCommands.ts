import { Generations } from '../../text/generations';
import { splitLines } from '../../text/lines';
import type { AgentEvent, Envelope } from '../../tracker/event';
import { wholeField } from '../json';
import type { ShellOutput } from '../shell/output';
import { shellCall } from '../shell/shellCall';
import type { Workshop } from '../workshop';
import type { Call, Result } from './call';
import type { Command } from './command';
import { type Ended, endOf } from './output';

const MOST_RUNNING = 200;

/** A command that has not ended yet. */
interface Running {
  readonly command: Command;
  /** Lines that were shown so far; null: not known. */
  readonly lines: number | null;
  /** The last of them was shown to its end. */
  readonly isWhole: boolean;
  /** Someone typed something: what comes is more than what the command reads. */
  readonly isTyped: boolean;
}

/** Commands that go on after their call: what they print later comes with the calls that ask for it. */
export class RunningCommands {
  readonly #running = new Generations<number, Running>(MOST_RUNNING);

  /** The events of the call that started it, of what it has shown by now. */
  started(id: number, command: Command, ended: Ended, base: Envelope, workshop: Workshop): AgentEvent[] {
    this.#running.set(id, { command, ...shownBy(ended), isTyped: false });
    const output = ended.body === '' ? null : unfinished(ended);
    const events = run(command, output, false, base, workshop);
    const isSilent = ended.body === '';
    // What it reads and how it ends is told when it is.
    return events.filter(
      ({ kind }) => kind !== 'command' && !(isSilent && (kind === 'read' || kind === 'search')),
    );
  }

  /** The events of a call that asks for more. */
  polled(call: Call, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
    const id = wholeField(call.args, 'session_id') ?? -1;
    const running = this.#running.peek(id);
    if (running === undefined) return [];
    const ended = endOf(result.texts.length === 1 ? (result.texts[0] ?? '') : '');
    const { chars } = call.args;
    const isTyped = running.isTyped || (chars !== undefined && chars !== '');
    const isOver = ended.state === 'exited';
    const output = isTyped ? null : rest(running, ended);
    if (isOver) this.#running.delete(id);
    else {
      const { lines, isWhole } = shownBy(ended);
      const sum = lines === null || running.lines === null ? null : running.lines + lines;
      const grown = ended.body === '' ? running : { ...running, lines: sum, isWhole };
      this.#running.set(id, { ...grown, isTyped });
    }
    const isSilent = ended.body === '' && !isOver;
    const events = run(running.command, output, isOver && ended.exitCode !== 0, base, workshop);
    const wanted = ['search', ...(isSilent ? [] : ['read']), ...(isOver ? ['command'] : [])];
    return events.filter(({ kind }) => wanted.includes(kind) && !(isSilent && kind === 'search'));
  }
}

function run(
  { script, shell, cwd }: Command,
  output: ShellOutput | null,
  hasFailed: boolean,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const call = { command: script, shell, cwd, output, hasFailed, isDenied: false, error: 'other' };
  return shellCall(call, base, workshop).events;
}

function shownBy({ output, body }: Ended): Pick<Running, 'lines' | 'isWhole'> {
  if (body === '') return { lines: 0, isWhole: true };
  const isKnown = output !== null && !output.isCut && !output.isDoubtful;
  return { lines: isKnown ? output.lines.length : null, isWhole: body?.endsWith('\n') === true };
}

/** An output that goes on. */
function unfinished({ output, body }: Ended): ShellOutput | null {
  if (output === null || output.isCut) return output?.isCut === true ? withoutEnd(output) : null;
  return { ...output, isCut: true, lastIsWhole: body?.endsWith('\n') === true };
}

/** The end of a part is not the end of the whole. */
function withoutEnd({ tail: _tail, ...output }: ShellOutput): ShellOutput {
  return output;
}

/** The part of an output that came now, after what was shown before. */
function rest({ lines, isWhole }: Running, ended: Ended): ShellOutput | null {
  const { output, body, state } = ended;
  if (output === null || body === null) return null;
  const isFirst = lines === 0;
  if (state === 'running') return isFirst ? unfinished(ended) : null;
  if (isFirst) return output;
  // A later part that was cut itself, or one whose place is not known, tells nothing.
  if (output.isCut || output.isDoubtful || lines === null) return null;
  const shown = splitLines(body);
  const total = lines + shown.length - (isWhole ? 0 : 1);
  return {
    ...output,
    lines: [],
    isCut: true,
    lastIsWhole: true,
    tail: { lines: shown, firstIsWhole: isWhole, total },
  };
}
