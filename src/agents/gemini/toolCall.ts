import type { AgentEvent, Envelope } from '../../tracker/event';
import type { Call, Result } from '../geminiFamily/call';
import { otherCall } from '../geminiFamily/otherCall';
import type { Workshop } from '../workshop';
import { changeCall } from './changeCalls';
import { manyFilesCall } from './manyFiles';
import { readCall } from './readCall';
import { searchCall } from './searchCall';
import { shellCall } from './shellCall';

/** Tools that change no file of the workspace. */
const HARMLESS: ReadonlySet<string> = new Set([
  'activate_skill',
  'ask_user',
  'complete_task',
  'enter_plan_mode',
  'exit_plan_mode',
  'get_internal_docs',
  'google_web_search',
  'list_mcp_resources',
  'read_mcp_resource',
  'save_memory',
  'update_topic',
  'web_fetch',
  'write_todos',
]);

/** The events of a call of any tool. */
export function toolCall(call: Call, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
  switch (call.tool) {
    case 'read_file':
      return readCall(call, result, base, workshop);
    case 'read_many_files':
      return manyFilesCall(call, result, base, workshop);
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
