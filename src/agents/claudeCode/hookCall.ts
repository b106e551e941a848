import type { LineHasher } from '../../text/lineHash';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { field, objectField, textField, wholeField } from '../json';
import { openWorkshop } from '../workshop';
import { bashCall } from './bashCall';
import type { Call, Result } from './call';
import { toolCall } from './toolCall';

/** What a hook after a call tells of it. Nothing is known of the calls before: each hook is told by itself. */
export function hookCallEvents(
  payload: JsonObject,
  base: Envelope,
  cwd: string,
  hasher: LineHasher,
): AgentEvent[] {
  const tool = textField(payload, 'tool_name') ?? '';
  const input = objectField(payload, 'tool_input') ?? {};
  // What came back when a person broke in, the transcript tells.
  if (field(payload, 'is_interrupt') === true) return [];
  const call: Call = { id: base.call ?? '', tool, input, message: undefined, cwd };
  const result = hookResult(payload, tool, base, cwd);
  if (result === null) return [];
  const workshop = { ...openWorkshop(hasher), isCut: () => false };
  if (tool !== 'Bash') return toolCall(call, result, base, workshop);
  const { events, cwd: after } = bashCall(call, { result, isTouched: true }, base, cwd, workshop);
  // The folder that a hook names may be the one before the command or the one after it: they must be the same.
  return after === cwd ? events : events.filter(({ kind }) => kind === 'command');
}

/** The call's result, as far as it is certain that the model was given it. */
export function hookResult(
  payload: JsonObject,
  tool: string,
  { time }: Envelope,
  cwd: string,
): Result | null {
  const error = textField(payload, 'error');
  const structured = objectField(payload, 'tool_response');
  const ended = { form: null, otherBlocks: [], isDenied: false, uuid: undefined, time, cwd };
  if (error !== undefined) return { ...ended, text: error, isError: true, structured: undefined };
  if (structured === undefined) return null;
  const result = { ...ended, text: '', isError: false, structured };
  switch (tool) {
    case 'Read':
      return { ...result, text: readText(structured) };
    case 'Bash':
      return bashResult(result, structured);
    case 'Grep':
      return { ...result, text: textField(structured, 'content') ?? '' };
    default:
      return result;
  }
}

/** A read's lines with their numbers, as the model is given them. */
function readText(structured: JsonObject): string {
  const file = objectField(structured, 'file');
  const content = file === undefined ? undefined : textField(file, 'content');
  const start = file === undefined ? undefined : wholeField(file, 'startLine');
  if (file === undefined || content === undefined || start === undefined) return '';
  const lines = content.split('\n');
  // Content that was left out, or is not what the counts say, proves nothing.
  if (lines.length !== wholeField(file, 'numLines')) return '';
  return lines.map((line, i) => `${start + i}\t${line}`).join('\n');
}

/** A large output goes to a file, and the model is given its start: how much of it, no hook says. */
function bashResult(result: Result, structured: JsonObject): Result {
  const isKept = textField(structured, 'persistedOutputPath') !== undefined;
  const stdout = textField(structured, 'stdout') ?? '';
  return isKept
    ? { ...result, otherBlocks: ['persisted'] }
    : { ...result, text: stdout.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd() };
}
