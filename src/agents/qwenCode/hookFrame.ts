import { resolvePath } from '../../text/path';
import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { commonFields } from '../hooks/commonFields';
import type { HookFrame, HookMoment, HookReading } from '../hooks/report';
import { objectField, textField } from '../json';
import { offsetLimit } from '../offsetLimit';
import { batchIds } from './hookBatch';

const MOMENTS: ReadonlyMap<string, HookMoment> = new Map([
  ['SessionStart', 'session-start'],
  ['UserPromptSubmit', 'prompt'],
  ['PreToolUse', 'before-call'],
  ['PostToolBatch', 'after-call'],
  ['PostCompact', 'context-lost'],
  ['SubagentStart', 'actor-start'],
  ['SubagentStop', 'actor-end'],
  ['Stop', 'turn-end'],
  ['SessionEnd', 'session-end'],
]);

/** What a payload of Qwen Code tells of itself; null as `HookDialect.frame`. */
export function hookFrame(payload: JsonObject, time: number): HookFrame | null {
  const moment = MOMENTS.get(textField(payload, 'hook_event_name') ?? '');
  const common = commonFields(payload);
  if (moment === undefined || common === null) return null;
  const calls = callsOf(moment, payload);
  if (calls?.length === 0) return null;
  return {
    ...common,
    moment,
    actor: textField(payload, 'agent_id') || MAIN_ACTOR,
    time,
    // Several calls that came back together have each its own.
    call: calls?.length === 1 ? (calls[0] ?? null) : null,
    isPerson: moment === 'prompt' && saysPerson(payload),
    reading: moment === 'before-call' ? readingOf(payload, common.cwd) : null,
  };
}

/** The calls that a hook is about, by the ids that the transcript has too; undefined: it is about none. */
function callsOf(moment: HookMoment, payload: JsonObject): readonly string[] | undefined {
  if (moment === 'after-call') return batchIds(payload);
  const id = textField(payload, 'tool_call_id') ?? '';
  return moment === 'before-call' ? [id].filter((each) => each !== '') : undefined;
}

/** The hook is called before each request to the model; what a person sent stands under a name of its own. */
function saysPerson(payload: JsonObject): boolean {
  return (textField(payload, 'submitted_prompt') ?? '').trim() !== '';
}

function readingOf(payload: JsonObject, cwd: string): HookReading | null {
  const input = objectField(payload, 'tool_input') ?? {};
  const written =
    textField(input, 'file_path') ?? textField(input, 'absolute_path') ?? textField(input, 'path') ?? '';
  if (textField(payload, 'tool_name') !== 'read_file' || written === '') return null;
  return { path: resolvePath(cwd, written), requested: offsetLimit(input, 0) };
}
