import type { AgentEvent, Envelope } from '../../tracker/event';
import type { Call, Result } from '../geminiFamily/call';
import { otherCall } from '../geminiFamily/otherCall';
import type { Workshop } from '../workshop';
import { changeCall } from './changeCalls';
import { readCall } from './readCall';
import { searchCall } from './searchCall';
import { shellCall } from './shellCall';

/** Tools that change no file of the workspace. */
const HARMLESS: ReadonlySet<string> = new Set([
  'ask_user_question',
  'enter_plan_mode',
  'exit_plan_mode',
  'save_memory',
  'skill',
  'todo_write',
  'tool_search',
  'web_fetch',
  'web_search',
]);

/**
 * The events of a call of any tool.
 *
 * @param length number of characters of the tool's own answer, undefined where it is not recorded
 */
export function toolCall(
  call: Call,
  result: Result,
  base: Envelope,
  workshop: Workshop,
  length: number | undefined,
): AgentEvent[] {
  switch (call.tool) {
    case 'read_file':
      return readCall(call, result, base, workshop, length);
    case 'edit':
    case 'replace':
    case 'write_file':
      return changeCall(call, result, base, workshop);
    case 'run_shell_command':
      return shellCall(call, result, base, workshop);
    case 'grep_search':
    case 'search_file_content':
    case 'glob':
    case 'list_directory':
      return searchCall(call, result, base, workshop);
    default:
      return otherCall(call, result, base, workshop, HARMLESS);
  }
}
