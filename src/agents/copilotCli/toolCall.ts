import type { AgentEvent, Envelope } from '../../tracker/event';
import { textField } from '../json';
import { mcpFilesystemCall } from '../mcpFilesystem/mcpFilesystemCall';
import { shortCommand } from '../shell/shortCommand';
import type { Workshop } from '../workshop';
import { createCall, editCall, patchCall } from './changeCalls';
import type { Call, Result, Started } from './row';
import { searchCall } from './searchCall';
import type { Shells } from './shells';
import { viewCall } from './viewCall';

const HARMLESS: ReadonlySet<string> = new Set([
  'ask_user',
  'exit_plan_mode',
  'fetch_copilot_cli_documentation',
  'list_agents',
  'list_bash',
  'read_agent',
  'report_intent',
  'skill',
  'sql',
  'store_memory',
  'task_complete',
  'update_todo',
  'web_fetch',
  'web_search',
]);

/** What the events of a call are made with. */
export interface CallSetting {
  readonly base: Envelope;
  readonly cwd: string;
  readonly workshop: Workshop;
  readonly shells: Shells;
  /** A hook changed the call or its result: what the model was given is not known. */
  readonly isChanged: boolean;
  readonly started: Started | undefined;
}

/** The events of a call. */
export function toolCall(call: Call, result: Result, setting: CallSetting): AgentEvent[] {
  const { base, cwd, workshop, shells, isChanged, started } = setting;
  if (started?.server !== undefined) return serverCall(call, result, setting);
  switch (call.tool) {
    case 'view':
      return viewCall(call, result, base, cwd, workshop, isChanged);
    case 'create':
      return createCall(call, result, base, cwd, workshop, isChanged);
    case 'edit':
    case 'str_replace':
    case 'insert':
      return editCall(call, result, base, cwd, workshop);
    case 'str_replace_editor': {
      const command = textField(call.input, 'command') ?? '';
      return ['view', 'create', 'str_replace', 'insert'].includes(command)
        ? toolCall({ ...call, tool: command }, result, setting)
        : editCall(call, result, base, cwd, workshop);
    }
    case 'apply_patch':
      return patchCall(call, result, base, cwd, workshop);
    case 'grep':
    case 'rg':
    case 'glob':
      return searchCall(call, result, base, cwd, workshop, isChanged);
    case 'bash':
      return shells.run(call, result, base, cwd, workshop, isChanged);
    case 'read_bash':
    case 'write_bash':
      return shells.poll(call, result, base, workshop, isChanged);
    case 'powershell': {
      workshop.memory.unsettle();
      const command = shortCommand(textField(call.input, 'command') ?? '');
      return command === '' ? [] : [{ kind: 'command', ...base, command, outcome: outcomeOf(result) }];
    }
    default:
      // A subagent, or a tool of another program, may have changed any file.
      if (!HARMLESS.has(call.tool)) workshop.memory.unsettle();
      return [];
  }
}

function outcomeOf({ isSuccess, exitCode }: Result): 'ok' | 'failed' {
  return isSuccess && (exitCode ?? 0) === 0 ? 'ok' : 'failed';
}

/** A tool of an MCP server. */
function serverCall(call: Call, result: Result, setting: CallSetting): AgentEvent[] {
  const { base, cwd, workshop, isChanged, started } = setting;
  const isError = !result.isSuccess;
  const text = isError ? result.message : (result.content ?? null);
  const events = mcpFilesystemCall(
    {
      tool: started?.serverTool ?? call.tool,
      server: started?.server,
      args: call.input,
      cwd,
      result: { text: isChanged ? null : text, form: 'either', structured: result.structured, isError },
    },
    base,
    workshop,
  );
  if (events === null) workshop.memory.unsettle();
  return events ?? [];
}
