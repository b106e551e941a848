import type { AgentEvent, Envelope } from '../../tracker/event';
import type { Call, Result } from './call';
import { editCall, writeCall } from './editCalls';
import { readCall } from './readCall';
import { searchCall } from './searchCalls';
import type { Workshop } from './workshop';

/** The events of a call of any tool but Bash. */
export function toolCall(call: Call, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
  switch (call.tool) {
    case 'Read':
      return readCall(call, result, base, workshop);
    case 'Edit':
    case 'MultiEdit':
    case 'NotebookEdit':
      return editCall(call, result, base, workshop);
    case 'Write':
      return writeCall(call, result, base, workshop);
    case 'Grep':
    case 'Glob':
    case 'LS':
      return searchCall(call, result, base, workshop);
    default:
      return [];
  }
}
