import type { AgentEvent, Envelope } from '../../tracker/event';
import { textField } from '../json';
import { shortCommand } from '../shell/shortCommand';
import type { Call, Result } from './call';
import { editCall, writeCall } from './editCalls';
import { mcpCall } from './mcpCall';
import { readCall } from './readCall';
import { searchCall } from './searchCalls';
import type { ClaudeWorkshop } from './workshop';

const HARMLESS: ReadonlySet<string> = new Set([
  'TodoWrite',
  'WebFetch',
  'WebSearch',
  'ToolSearch',
  'ExitPlanMode',
]);

/** The events of a call of any tool but Bash. */
export function toolCall(call: Call, result: Result, base: Envelope, workshop: ClaudeWorkshop): AgentEvent[] {
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
    case 'PowerShell': {
      workshop.memory.unsettle();
      const command = shortCommand(textField(call.input, 'command') ?? '');
      return command === ''
        ? []
        : [{ kind: 'command', ...base, command, outcome: result.isError ? 'failed' : 'ok' }];
    }
    default: {
      const events = mcpCall(call, result, base, workshop);
      if (events !== null) return events;
      // A subagent, or a tool of another program, may have changed any file.
      if (!HARMLESS.has(call.tool)) workshop.memory.unsettle();
      return [];
    }
  }
}
