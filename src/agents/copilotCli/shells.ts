import { dropOldest } from '../../text/maps';
import type { AgentEvent, Envelope } from '../../tracker/event';
import { errorClass } from '../errorClass';
import { field, textField } from '../json';
import { shellCall } from '../shell/shellCall';
import { shortCommand } from '../shell/shortCommand';
import type { Workshop } from '../workshop';
import { shellAnswer } from './bashOutput';
import { type Call, isDenied, type Result } from './row';

const MOST_RUNNING = 200;
const MOST_NAMED = 200;

interface Running {
  readonly command: string;
  readonly cwd: string;
  /** Something of its output was given already: what comes is the rest, or all of it once more. */
  hasPrinted: boolean;
}

/** The shells of one actor: commands that run on, whose output comes when it is asked for. */
export class Shells {
  readonly #running = new Map<string, Running>();
  /** Where shells are that the model named: older versions go on in them. Null: not known. */
  readonly #folders = new Map<string, string | null>();

  /** A command. */
  run(
    call: Call,
    result: Result,
    base: Envelope,
    cwd: string,
    workshop: Workshop,
    isChanged: boolean,
  ): AgentEvent[] {
    const command = textField(call.input, 'command') ?? '';
    const named = textField(call.input, 'sessionId');
    const start = named === undefined ? cwd : (this.#folders.get(named) ?? null);
    const isKnown = named === undefined || !this.#folders.has(named) || start !== null;
    const answer = shellAnswer(result);
    const hasFailed = !result.isSuccess || (answer.exitCode ?? 0) !== 0;
    if (isChanged || !isKnown) {
      workshop.memory.unsettle();
      const short = isKnown ? '' : shortCommand(command);
      return short === ''
        ? []
        : [{ kind: 'command', ...base, command: short, outcome: hasFailed ? 'failed' : 'ok' }];
    }
    const folder = start ?? cwd;
    const isRefused = isDenied(result);
    const run = {
      command,
      cwd: folder,
      output: answer.output,
      hasFailed,
      isDenied: isRefused,
      error: isRefused ? 'denied' : errorClass(result.message || (result.content ?? '')),
    };
    const { events, cwd: end } = shellCall(run, base, workshop);
    if (named !== undefined) this.#moved(named, end);
    if (answer.running === null) return events;
    const hasPrinted = answer.output !== null && answer.output.lines.length > 0;
    // Output of a shell that the model goes on in may start with that of earlier commands.
    if (named === undefined) this.#started(answer.running, { command, cwd: folder, hasPrinted });
    return hasPrinted ? events : events.filter(({ kind }) => kind !== 'read');
  }

  /** The model asks for the output of a command that runs on: it belongs to the call that it came with. */
  poll(call: Call, result: Result, base: Envelope, workshop: Workshop, isChanged: boolean): AgentEvent[] {
    const id = textField(call.input, 'shellId') ?? textField(call.input, 'sessionId') ?? '';
    const running = this.#running.get(id);
    const answer = shellAnswer(result);
    // What runs on may change any file, at any time.
    workshop.memory.unsettle();
    if (answer.running === null) this.#running.delete(id);
    const isFed = field(call.input, 'input') !== undefined;
    if (running === undefined || isChanged || isFed || answer.output === null) return [];
    const isFirst = !running.hasPrinted;
    running.hasPrinted ||= answer.output.lines.length > 0;
    if (!isFirst || answer.output.lines.length === 0) return [];
    const hasFailed = (answer.exitCode ?? 0) !== 0;
    const { command, cwd } = running;
    const run = { command, cwd, output: answer.output, hasFailed, isDenied: false, error: 'other' };
    return shellCall(run, base, workshop).events.filter(({ kind }) => kind !== 'command');
  }

  #started(id: string, running: Running): void {
    this.#running.set(id, running);
    dropOldest(this.#running, MOST_RUNNING);
  }

  #moved(name: string, folder: string | null): void {
    this.#folders.set(name, folder);
    dropOldest(this.#folders, MOST_NAMED);
  }
}
