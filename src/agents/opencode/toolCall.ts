import type { AgentEvent, Envelope } from '../../tracker/event';
import { field } from '../json';
import { mcpFilesystemCall } from '../mcpFilesystem/mcpFilesystemCall';
import type { Workshop } from '../workshop';
import { bashCall } from './bashCall';
import type { Call, Result } from './call';
import { editCall, multiEditCall, writeCall } from './editCalls';
import { patchCall } from './patchCall';
import { readCall } from './readCall';
import { searchCall } from './searchCalls';

/** Tools that change no file. */
const HARMLESS: ReadonlySet<string> = new Set([
  'codesearch',
  'invalid',
  'lsp',
  'lsp_diagnostics',
  'lsp_hover',
  'plan_enter',
  'plan_exit',
  'question',
  'skill',
  'todoread',
  'todowrite',
  'webfetch',
  'websearch',
]);

/** The events of a call that is over. */
export function toolCall(call: Call, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
  switch (call.tool) {
    case 'read':
      return readCall(call, result, base, workshop);
    case 'bash':
    case 'shell':
      return bashCall(call, result, base, workshop);
    case 'edit':
      return editCall(call, result, base, workshop);
    case 'multiedit':
      return multiEditCall(call, result, base, workshop);
    case 'write':
      return writeCall(call, result, base, workshop);
    case 'apply_patch':
    case 'patch':
      return patchCall(call, result, base, workshop);
    case 'grep':
    case 'glob':
    case 'list':
      return searchCall(call, result, base, workshop);
    default:
      return otherCall(call, result, base, workshop);
  }
}

/** A tool of an MCP server has the server's name before its own. */
function otherCall(call: Call, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
  const { input, text, isError, metadata } = result;
  const isCut = field(metadata, 'truncated') === true;
  const events = mcpFilesystemCall(
    {
      tool: call.tool,
      args: input,
      cwd: call.cwd,
      result: { text: isCut ? null : text, form: 'text', isError },
    },
    base,
    workshop,
  );
  if (events !== null) return events;
  // A subagent, or a tool of another program, may have changed any file.
  if (!HARMLESS.has(call.tool)) workshop.memory.unsettle();
  return [];
}
