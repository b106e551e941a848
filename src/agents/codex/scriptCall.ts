import { splitLines } from '../../text/lines';
import type { LineRange } from '../../text/ranges';
import type { AgentEvent, Envelope, ReadEvent } from '../../tracker/event';
import { rangesOf } from '../lineRanges';
import { shellCall } from '../shell/shellCall';
import type { Workshop } from '../workshop';
import type { Command, Recorded } from './command';
import { type Passed, passedOn, textsOf, timesShown } from './shownInScript';

/** A command that a script ran. */
export interface ScriptCommand extends Recorded {
  readonly command: Command;
}

/**
 * The events of the commands that one script ran. The script decides what the model sees of their output: only what it
 * showed counts.
 *
 * @param script its text
 * @param blocks what the model was given
 */
export function scriptCommands(
  commands: readonly ScriptCommand[],
  script: string,
  blocks: readonly string[],
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const texts = textsOf(blocks);
  return commands.flatMap((one) => {
    const passed = isTold(one, commands, texts) ? passedOn(one.printed ?? '', texts, script) : null;
    return commandEvents(one, passed, base, workshop);
  });
}

/** Whether it is certain that an output that was shown is this command's: another may have printed the same. */
function isTold(
  { printed, command }: ScriptCommand,
  all: readonly ScriptCommand[],
  texts: readonly string[],
) {
  if (printed === null) return false;
  const others = all.filter(
    (one) =>
      one.printed === printed && (one.command.script !== command.script || one.command.cwd !== command.cwd),
  );
  if (others.length === 0 || printed === '') return true;
  const same = all.filter((one) => one.printed === printed).length;
  return timesShown(printed, texts) >= same;
}

function commandEvents(
  { command, printed, exitCode }: ScriptCommand,
  passed: Passed | null,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const { script, shell, cwd } = command;
  const { events } = shellCall(
    {
      command: script,
      shell,
      cwd,
      output: passed?.output ?? null,
      hasFailed: exitCode !== 0,
      isDenied: false,
      error: 'other',
    },
    base,
    workshop,
  );
  if (passed === null || passed.lines === null) return events;
  const shown = passed.lines;
  const lines = splitLines(printed ?? '').length;
  const isLone = events.filter((event) => event.kind === 'read').length === 1;
  return events.map((event) =>
    event.kind === 'read' ? (isLone ? onlyShown(event, lines, shown) : unknown(event)) : event,
  );
}

/** A read of which only some of the printed lines were shown. */
function onlyShown(read: ReadEvent, printed: number, shown: readonly LineRange[]): ReadEvent {
  const numbers = read.returned.flatMap(([start, end]) =>
    Array.from({ length: end - start + 1 }, (_, i) => start + i),
  );
  const { lineHashes } = read;
  // Only where every printed line is a line of the file can they be counted.
  if (numbers.length !== printed || lineHashes?.length !== printed) return unknown(read);
  const kept = numbers.map((_, i) => shown.some(([start, end]) => i + 1 >= start && i + 1 <= end));
  const { bytes: _bytes, unplaced: _unplaced, ...rest } = read;
  return {
    ...rest,
    outcome: 'truncated',
    returned: rangesOf(numbers.filter((_, i) => kept[i] === true)),
    lineHashes: lineHashes.filter((_, i) => kept[i] === true),
  };
}

function unknown(read: ReadEvent): ReadEvent {
  if (read.outcome === 'failed') return read;
  const { bytes: _bytes, unplaced: _unplaced, lineHashes: _hashes, cutLines: _cut, ...rest } = read;
  return { ...rest, outcome: 'unknown-range', returned: [], totalLines: null };
}
