import type { AgentEvent, Envelope } from '../../tracker/event';
import type { Call, Result } from '../geminiFamily/call';
import { matchedLines } from '../geminiFamily/matchedLines';
import { searchEvent } from '../searchEvent';
import type { Workshop } from '../workshop';

/** A call of `grep_search`, `glob` or `list_directory`. */
export function searchCall(call: Call, result: Result, base: Envelope, { hasher }: Workshop): AgentEvent[] {
  const isGrep = call.tool === 'grep_search' || call.tool === 'search_file_content';
  return [
    searchEvent(
      base,
      call.tool,
      call.input,
      hasher,
      isGrep && result.error === null ? matchedLines(call, result) : [],
    ),
  ];
}
