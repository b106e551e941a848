import type { AgentEvent, Envelope } from '../../tracker/event';
import { errorClass } from '../errorClass';
import { textField } from '../json';
import { shellCall } from '../shell/shellCall';
import type { Workshop } from '../workshop';
import { bashResult } from './bash';
import { editCall, writeCall } from './editCalls';
import type { Call, Result } from './entry';
import { readCall } from './readCall';
import { searchCall } from './searchCalls';

/** The events of a call. Every command starts in the session's folder. */
export function toolCall(
  call: Call,
  result: Result,
  base: Envelope,
  cwd: string,
  workshop: Workshop,
): AgentEvent[] {
  switch (call.tool) {
    case 'read':
      return readCall(call, result, base, cwd, workshop);
    case 'edit':
      return editCall(call, result, base, cwd, workshop);
    case 'write':
      return writeCall(call, result, base, cwd, workshop);
    case 'grep':
    case 'find':
    case 'ls':
      return searchCall(call, result, base, cwd, workshop);
    case 'bash': {
      const { output, isDenied } = bashResult(result);
      const command = textField(call.input, 'command') ?? '';
      const hasFailed = result.isError;
      const error = isDenied ? 'denied' : errorClass(result.text);
      return shellCall({ command, cwd, output, hasFailed, isDenied, error }, base, workshop).events;
    }
    default:
      // A tool of an extension may have changed any file.
      workshop.memory.unsettle();
      return [];
  }
}
