import type { Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { field, objectField, textField, wholeField } from '../json';
import type { Call, Result } from './call';

/** Whether a payload is of a call of Bash, which takes far more code to understand than all others. */
export function isBash(payload: JsonObject): boolean {
  return textField(payload, 'tool_name') === 'Bash';
}

/** A call and its result, as far as it is certain that the model was given it; null: the transcript tells. */
export function calledAndTold(
  payload: JsonObject,
  base: Envelope,
  cwd: string,
): { readonly call: Call; readonly result: Result } | null {
  // What came back when a person broke in, the transcript tells.
  if (field(payload, 'is_interrupt') === true) return null;
  const tool = textField(payload, 'tool_name') ?? '';
  const input = objectField(payload, 'tool_input') ?? {};
  const result = hookResult(payload, tool, base, cwd);
  return result && { call: { id: base.call ?? '', tool, input, message: undefined, cwd }, result };
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
