import type { JsonObject } from '../adapter';
import type { HookVerdict } from '../hooks/report';
import { textField } from '../json';

/** Tools that change nothing. */
const LOOKING: ReadonlySet<string> = new Set([
  'read_file',
  'read_many_files',
  'grep_search',
  'search_file_content',
  'glob',
  'list_directory',
]);

/**
 * A verdict in Gemini CLI's own terms; null where there is nothing to say, or nobody heeds it.
 *
 * A stop ends the run before or after a call. After one it takes the answer away from the model for good: where the call
 * changed something, the stop waits for the next call, so that the model does not take what was done for undone.
 */
export function hookAnswer(payload: JsonObject, { stop, deny }: HookVerdict): JsonObject | null {
  const hook = textField(payload, 'hook_event_name') ?? '';
  const isBefore = hook === 'BeforeTool';
  const isAfterLook = hook === 'AfterTool' && LOOKING.has(textField(payload, 'tool_name') ?? '');
  if (stop !== undefined && (isBefore || isAfterLook)) return { continue: false, stopReason: stop.reason };
  return deny !== undefined && isBefore ? { decision: 'deny', reason: deny.reason } : null;
}
