import type { AgentEvent, Envelope } from '../../tracker/event';
import { mcpFilesystemCall } from '../mcpFilesystem/mcpFilesystemCall';
import type { Workshop } from '../workshop';
import type { Call, Result } from './call';

/**
 * The events of a call of a tool that is none of those that read, change or search files.
 *
 * @param harmless tools that change no file of the workspace
 */
export function otherCall(
  call: Call,
  result: Result,
  base: Envelope,
  workshop: Workshop,
  harmless: ReadonlySet<string>,
): AgentEvent[] {
  const isError = result.error !== null;
  const text = result.hasMedia || !result.isRecorded ? null : result.text;
  // Older versions name a server's tool without the server, unless another has the name too.
  const server = /^mcp_|__/.test(call.tool) ? undefined : '';
  const { tool, input: args, cwd } = call;
  const known = mcpFilesystemCall(
    { tool, server, args, cwd, result: { text, form: 'either', isError } },
    base,
    workshop,
  );
  if (known !== null) return known;
  // A subagent, or a tool of another program, may have changed any file.
  if (!harmless.has(call.tool)) workshop.memory.unsettle();
  return [];
}
