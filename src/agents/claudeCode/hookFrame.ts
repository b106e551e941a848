import { resolvePath } from '../../text/path';
import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { commonFields } from '../hooks/commonFields';
import type { HookFrame, HookMoment, HookReading } from '../hooks/report';
import { field, objectField, textField } from '../json';
import { offsetLimit } from '../offsetLimit';
import { isPersonsText } from './prompt';

const MOMENTS: ReadonlyMap<string, HookMoment> = new Map([
  ['SessionStart', 'session-start'],
  ['UserPromptSubmit', 'prompt'],
  ['PreToolUse', 'before-call'],
  ['PostToolUse', 'after-call'],
  ['PostToolUseFailure', 'after-call'],
  ['PostCompact', 'context-lost'],
  ['SubagentStart', 'actor-start'],
  ['SubagentStop', 'actor-end'],
  ['Stop', 'turn-end'],
  ['SessionEnd', 'session-end'],
]);

/**
 * What a payload of Claude Code tells of itself. Null for hooks that tell nothing of use, and for payloads that do not
 * name what they must.
 *
 * @param payload one that `payloadKind` takes for Claude Code's
 * @param time when the hook was called, in milliseconds since the epoch
 */
export function hookFrame(payload: JsonObject, time: number): HookFrame | null {
  const hook = textField(payload, 'hook_event_name') ?? '';
  const common = commonFields(payload);
  const moment = momentOf(hook, payload);
  if (moment === null || common === null) return null;
  const call = textField(payload, 'tool_use_id') ?? null;
  const isCall = moment === 'before-call' || moment === 'after-call';
  if (isCall && call === null) return null;
  return {
    ...common,
    moment,
    actor: textField(payload, 'agent_id') || MAIN_ACTOR,
    time,
    call: isCall ? call : null,
    isPerson: moment === 'prompt' && isPersonsText(textField(payload, 'prompt') ?? ''),
    reading: moment === 'before-call' ? readingOf(payload, common.cwd) : null,
  };
}

function momentOf(hook: string, payload: JsonObject): HookMoment | null {
  // Older versions tell of a compaction only by the session that starts again after it.
  if (hook === 'SessionStart' && textField(payload, 'source') === 'compact') return 'context-lost';
  return MOMENTS.get(hook) ?? null;
}

function readingOf(payload: JsonObject, cwd: string): HookReading | null {
  const input = objectField(payload, 'tool_input') ?? {};
  const written = textField(input, 'file_path') ?? '';
  // Pages are those of a document: they are no lines.
  if (textField(payload, 'tool_name') !== 'Read' || written === '' || field(input, 'pages') !== undefined)
    return null;
  return { path: resolvePath(cwd, written), requested: offsetLimit(input, 1) };
}
