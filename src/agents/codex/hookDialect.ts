import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { commonFields } from '../hooks/commonFields';
import type { HookDialect } from '../hooks/dialect';
import { refusalReason } from '../hooks/refusal';
import type { HookFrame, HookMoment } from '../hooks/report';
import { field, textField } from '../json';

/**
 * `PostToolUse` is not among them: what it tells of a command lacks its exit status, and with it whether the text is a
 * file's or an error; of one that took long, the call that the model got the text with; of one in a script, what the
 * script showed the model; and in older versions its folder. Nor may it be answered, since the answer takes the place of
 * the result. The rollout has all of it a moment later.
 */
const MOMENTS: ReadonlyMap<string, HookMoment> = new Map([
  ['SessionStart', 'session-start'],
  ['UserPromptSubmit', 'prompt'],
  ['PreToolUse', 'before-call'],
  ['PostCompact', 'context-lost'],
  ['SubagentStart', 'actor-start'],
  ['SubagentStop', 'actor-end'],
  ['Stop', 'turn-end'],
  ['SessionEnd', 'session-end'],
]);

/** Others take over the names of Claude Code's hooks too, and stamp or name things in their own way. */
const OTHERS = ['timestamp', 'hookEventName', 'cursor_version', 'conversation_id', 'tool_call_id'];

/** A call of a script has an id that stands in no record. */
const OF_SCRIPT = /^exec-/;

/** How the hooks of Codex speak. */
export const codexDialect: HookDialect = {
  agent: 'codex',
  recognises: (payload) =>
    /^[A-Z][A-Za-z]+$/.test(textField(payload, 'hook_event_name') ?? '') &&
    (textField(payload, 'session_id') ?? '') !== '' &&
    OTHERS.every((name) => field(payload, name) === undefined),
  frame: (payload, _hook, time) => frame(payload, time),
  /** A run goes on whatever a hook says; but a call can be refused. */
  answer(_payload, { moment }, verdict) {
    const reason = refusalReason(verdict);
    if (moment !== 'before-call' || reason === undefined) return null;
    // Codex ends the sentence itself.
    const sentence = reason.replace(/\.$/, '');
    const denial = { permissionDecision: 'deny', permissionDecisionReason: sentence };
    return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...denial } };
  },
};

function frame(payload: JsonObject, time: number): HookFrame | null {
  const moment = momentOf(payload);
  const common = commonFields(payload);
  if (moment === null || common === null) return null;
  const actor = textField(payload, 'agent_id') || MAIN_ACTOR;
  const call = moment === 'before-call' ? textField(payload, 'tool_use_id') : undefined;
  return {
    ...common,
    moment,
    actor,
    time,
    call: call === undefined || OF_SCRIPT.test(call) ? null : call,
    // What a subagent is told comes from the agent that started it.
    isPerson: moment === 'prompt' && actor === MAIN_ACTOR,
    reading: null,
  };
}

function momentOf(payload: JsonObject): HookMoment | null {
  const hook = textField(payload, 'hook_event_name') ?? '';
  // After a compaction the session only goes on.
  if (hook === 'SessionStart' && textField(payload, 'source') === 'compact') return null;
  return MOMENTS.get(hook) ?? null;
}
