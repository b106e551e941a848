import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import { errorClass } from '../errorClass';
import { field } from '../json';
import { shellCall } from '../shell/shellCall';
import type { Workshop } from '../workshop';
import type { Call, Result } from './call';
import type { Noted } from './calls';
import { askedChanges, changeEvents } from './changes';
import { commandOf } from './command';
import { type Ended, endOf } from './output';
import { isDone } from './patchCall';
import type { RunningCommands } from './runningCommands';

/** `apply_patch` with the patch as a word, or as a here-document; perhaps after `cd`. */
const PATCH =
  /^\s*(?:cd\s+([\w@%+=:,./-]+)\s*&&\s*)?apply_patch\s+(?:<<-?\s*['"]?\w+['"]?\s*\n|['"])(\*\*\* Begin Patch\n[\s\S]*?\n\*\*\* End Patch)/;

/** The events of a call of one of the shell tools. */
export function commandCall(
  call: Call,
  result: Result,
  noted: Noted,
  base: Envelope,
  running: RunningCommands,
  workshop: Workshop,
): AgentEvent[] {
  const asked = commandOf(call);
  // What ran is what counts: a hook may have changed the call.
  const command = noted.command?.command ?? asked;
  const { changes } = noted;
  if (changes !== null) return changeEvents(changes.changes, changes.hasFailed, call.cwd, base, workshop);
  if (command === null) return [];
  const ended = endOfCall(call, result);
  const [, folder = '.', patch] = PATCH.exec(command.script) ?? [];
  if (patch !== undefined) {
    const from = resolvePath(command.cwd, folder);
    return changeEvents(askedChanges(patch), !isDone(result), from, base, workshop);
  }
  if (ended.state === 'running' && ended.running !== null)
    return running.started(ended.running, command, ended, base, workshop);
  const exitCode = ended.exitCode ?? noted.command?.exitCode ?? null;
  const { events } = shellCall(
    {
      command: command.script,
      shell: command.shell,
      cwd: command.cwd,
      output: ended.output,
      hasFailed:
        ended.state === 'exited' ? exitCode !== 0 : ended.state !== 'unknown' || (exitCode ?? 0) !== 0,
      isDenied: ended.state === 'refused',
      error: ended.state === 'refused' ? 'denied' : errorClass(ended.body ?? ''),
    },
    base,
    workshop,
  );
  return events;
}

/** A terminal shows more than what was printed, and in its own way. */
function endOfCall({ args }: Call, { texts }: Result): Ended {
  const ended = endOf(texts.length === 1 ? (texts[0] ?? '') : '');
  const isTerminal = field(args, 'tty') === true;
  return isTerminal && ended.output !== null
    ? { ...ended, output: { ...ended.output, isDoubtful: true } }
    : ended;
}
