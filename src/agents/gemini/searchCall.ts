import type { AgentEvent, Envelope } from '../../tracker/event';
import type { Call, Result } from '../geminiFamily/call';
import { matchedLines } from '../geminiFamily/matchedLines';
import { questionKey } from '../question';
import type { Workshop } from '../workshop';

/** A call of `grep_search`, `glob` or `list_directory`. */
export function searchCall(call: Call, result: Result, base: Envelope, { hasher }: Workshop): AgentEvent[] {
  const isGrep = call.tool === 'grep_search' || call.tool === 'search_file_content';
  return [
    {
      kind: 'search',
      ...base,
      tool: call.tool,
      question: questionKey(call.tool, call.input, hasher),
      glimpsed: isGrep && result.error === null ? matchedLines(call, result) : [],
    },
  ];
}
