import type { AgentEvent, Envelope } from '../../tracker/event';
import { mcpFilesystemCall } from '../mcpFilesystem/mcpFilesystemCall';
import type { ServerResult } from '../mcpFilesystem/result';
import type { Workshop } from '../workshop';
import type { Call, Result } from './call';

/** What the agent says in place of a large answer, or at its end. */
const CUT = /^(?:Error: result \(|<persisted-output>)|\[OUTPUT TRUNCATED - /;

/** The events of a call of a tool of another program, if it is one that tells of files; null if not. */
export function mcpCall(call: Call, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] | null {
  if (!call.tool.startsWith('mcp__')) return null;
  const { tool, input: args, cwd } = call;
  return mcpFilesystemCall({ tool, args, cwd, result: serverResult(result) }, base, workshop);
}

/** An answer with structured content is given as that content in JSON, a text; one without as the server's blocks. */
function serverResult({ text, form, otherBlocks, isError, isDenied }: Result): ServerResult {
  const failed = isError || isDenied;
  const isWhole = form !== null && otherBlocks.length === 0 && !CUT.test(text);
  // Reminders that some versions put into the blocks take the white space before them away.
  const isBare = form === 'blocks' && /^\s/.test(text);
  return {
    text: failed || (isWhole && !isBare) ? text : null,
    form: form === 'text' ? 'json' : 'text',
    isError: failed,
  };
}
