import type { AgentEvent, Envelope } from '../../tracker/event';
import { bashCall } from '../claudeCode/bashCall';
import type { Call, Result } from '../claudeCode/call';
import { hookResult } from '../claudeCode/hookResult';
import { toolCall } from '../claudeCode/toolCall';
import { field, isObject, textField } from '../json';
import type { Workshop } from '../workshop';
import { type AcpCall, blocksOf, hasFailed, inputOf, shownText } from './call';

/** The tool of Claude Code that the call runs; null for other agents. */
export function claudeTool({ claude }: AcpCall): string | null {
  const tool = claude.get('toolName');
  return typeof tool === 'string' && tool !== '' ? tool : null;
}

/** The events of a call of one of Claude Code's own tools, told as Claude Code records it. */
export function claudeCall(
  call: AcpCall,
  tool: string,
  base: Envelope,
  cwd: string,
  workshop: Workshop,
): { readonly events: AgentEvent[]; readonly cwd: string | null } {
  const asked: Call = { id: call.id, tool, input: inputOf(call), message: undefined, cwd };
  const result = resultOf(call, tool, base, cwd);
  if (result === null) return { events: [], cwd };
  // Whether reminders went into the result, no message tells.
  if (tool === 'Bash') return bashCall(asked, { result, isTouched: true }, base, cwd, workshop);
  const isCut = (shownText(call) ?? '').includes('[File truncated: ');
  return { events: toolCall(asked, result, base, { ...workshop, isCut: () => isCut }), cwd };
}

/** What the model was given: the raw output, or where the client draws it in another way, the agent's own record. */
function resultOf(call: AcpCall, tool: string, base: Envelope, cwd: string): Result | null {
  const response = call.claude.get('toolResponse');
  const raw = call.fields.get('rawOutput');
  const isError = hasFailed(call);
  const structured = isObject(response) ? response : undefined;
  if (raw === undefined && structured !== undefined && !isError)
    return hookResult({ tool_response: structured }, tool, base, cwd);
  const blocks = blocksOf(raw);
  const texts = blocks.flatMap((block) => textField(block, 'text') ?? []);
  const shown = tool === 'Read' || isError ? (shownText(call) ?? '') : '';
  return {
    text: typeof raw === 'string' ? raw : raw === undefined ? unfenced(shown) : texts.join('\n'),
    form: typeof raw === 'string' ? 'text' : raw === undefined ? null : 'blocks',
    otherBlocks: blocks.flatMap((block) =>
      field(block, 'type') === 'text' ? [] : (textField(block, 'type') ?? []),
    ),
    isError,
    isDenied: call.claude.get('nonExecutionKind') !== undefined,
    structured,
    uuid: undefined,
    time: base.time,
    cwd: undefined,
  };
}

/** What is shown stands in a fence; numbered lines end before its end. */
function unfenced(text: string): string {
  return text.replace(/^`{3,}\w*\n/, '');
}
