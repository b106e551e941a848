import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import { mcpFilesystemCall } from '../mcpFilesystem/mcpFilesystemCall';
import { unreadFile } from '../readEvent';
import type { Workshop } from '../workshop';
import type { Call, Result } from './call';

/** Tools that change no file. */
const HARMLESS: ReadonlySet<string> = new Set([
  'update_plan',
  'get_goal',
  'create_goal',
  'update_goal',
  'request_user_input',
  'list_mcp_resources',
  'list_mcp_resource_templates',
  'read_mcp_resource',
  'web_search',
  'tool_search',
]);

/** A picture that the model looked at. */
export function imageCall(
  written: string | undefined,
  call: Call | null,
  result: Result | null,
  base: Envelope,
): AgentEvent[] {
  if (written === undefined || written === '') return [];
  const read = unreadFile(base, { path: resolvePath(call?.cwd ?? '/', written), written }, null);
  const isShown = result === null || result.otherBlocks.length > 0;
  return [isShown ? { ...read, outcome: 'not-text' } : { ...read, outcome: 'failed', error: 'other' }];
}

/** A call of a tool that is none of the agent's own, or none that tells of files. */
export function otherCall(call: Call, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
  const { tool, namespace, args, cwd } = call;
  const [name, server] =
    namespace?.startsWith('mcp__') === true ? [tool, namespace.slice(5)] : [tool, undefined];
  const served = mcpFilesystemCall(
    { tool: name, server, args, cwd, result: serverResult(result) },
    base,
    workshop,
  );
  // A subagent, or a tool of another program, may have changed any file.
  if (served === null && !HARMLESS.has(tool)) workshop.memory.unsettle();
  return served ?? [];
}

/** What a server's tool answered, without the agent's own words before it; cut answers are not understood. */
function serverResult({ texts, otherBlocks }: Result) {
  const [text = ''] = texts;
  const isOne = texts.length === 1 && otherBlocks.length === 0;
  const body = text.replace(/^Wall time: [\d.]{1,20} seconds\nOutput:\n/, '');
  const isCut = /…\d{1,9} (?:tokens|chars) truncated…/.test(body);
  const isError = /^(?:tool call error: |MCP tool call blocked|user rejected MCP tool call)/.test(body);
  return { text: isError || (isOne && !isCut) ? body : null, form: 'either', isError } as const;
}
