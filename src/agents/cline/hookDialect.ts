import { isAbsolutePath } from '../../text/path';
import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import type { HookDialect } from '../hooks/dialect';
import type { HookFrame, HookMoment, HookVerdict } from '../hooks/report';
import { listField, objectField, textField } from '../json';
import { type HookSpeaker, hookSpeaker } from './hookSpeaker';

/** How the hook files of Cline's command line and extensions speak. Those before 2026 name hooks as their files. */
export const clineDialect: HookDialect = {
  agent: 'cline',
  recognises: (payload) =>
    (textField(payload, 'hookName') ?? '') !== '' &&
    (textField(payload, 'taskId') ?? '') !== '' &&
    listField(payload, 'workspaceRoots') !== undefined,
  frame,
  answer,
};

/** What each hook tells, for the main agent where it is certain that it is the one. */
const MOMENTS: ReadonlyMap<string, HookMoment> = new Map([
  // A run of the agent begins with a person's words; that it is handed them, no hook tells in every program.
  ['agent_start', 'prompt'],
  ['agent_resume', 'prompt'],
  ['prompt_submit', 'prompt'],
  ['tool_call', 'before-call'],
  ['tool_result', 'after-call'],
  ['agent_end', 'turn-end'],
  ['agent_abort', 'turn-end'],
  ['agent_error', 'turn-end'],
  // It comes when a run was aborted; the session can be taken up again.
  ['session_shutdown', 'turn-end'],
  ['TaskStart', 'session-start'],
  ['TaskResume', 'session-start'],
  ['UserPromptSubmit', 'prompt'],
  ['PreToolUse', 'before-call'],
  ['TaskCancel', 'turn-end'],
  ['TaskComplete', 'turn-end'],
]);
/** Of a subagent: the agent speaks to it, so it hears no person. */
const OF_SUBAGENTS: ReadonlyMap<string, HookMoment> = new Map([
  ['agent_start', 'actor-start'],
  ['agent_resume', 'actor-start'],
  ['tool_call', 'before-call'],
  ['tool_result', 'after-call'],
  ['agent_end', 'actor-end'],
  ['agent_abort', 'actor-end'],
  ['agent_error', 'actor-end'],
]);
/** Of what may be the main agent or one of its team. */
const OF_ANYBODY: ReadonlyMap<string, HookMoment> = new Map([
  ['agent_start', 'session-start'],
  ['agent_resume', 'session-start'],
  ['tool_call', 'before-call'],
  ['tool_result', 'after-call'],
]);

/** @param folder the one that the hook ran in: payloads name only the repository around it */
function frame(payload: JsonObject, folder: string | undefined, time: number): HookFrame | null {
  const speaker = hookSpeaker(payload);
  const moment = momentOf(textField(payload, 'hookName') ?? '', speaker);
  const cwd = folder !== undefined && isAbsolutePath(folder) ? folder : rootOf(payload);
  const { session, actor } = speaker;
  if (moment === undefined || session === '' || !isAbsolutePath(cwd)) return null;
  return {
    moment,
    session,
    actor,
    cwd,
    transcript: null,
    time,
    call: callOf(payload),
    isPerson: moment === 'prompt',
    // No call can be refused without ending the run, so nobody needs to know of a read beforehand.
    reading: null,
  };
}

function momentOf(hook: string, { actor, isCertain }: HookSpeaker): HookMoment | undefined {
  if (actor !== MAIN_ACTOR) return OF_SUBAGENTS.get(hook);
  // Hooks named as their files came before there were teams.
  return isCertain || /^[A-Z]/.test(hook) ? MOMENTS.get(hook) : OF_ANYBODY.get(hook);
}

function rootOf(payload: JsonObject): string {
  const [root] = listField(payload, 'workspaceRoots') ?? [];
  return typeof root === 'string' ? root : '';
}

function callOf(payload: JsonObject): string | null {
  const call = objectField(payload, 'tool_call') ?? objectField(payload, 'tool_result') ?? {};
  return textField(call, 'id') || null;
}

/**
 * Before a call, `cancel` ends the run. It does so after one too, but then what the call gave never reaches the model,
 * and no record says so: a stop waits for the next call.
 */
function answer(payload: JsonObject, { moment }: HookFrame, verdict: HookVerdict): JsonObject | null {
  const { stop, context } = verdict;
  if (moment === 'before-call' && stop !== undefined) return { cancel: true, errorMessage: stop.reason };
  if (context === undefined || textField(payload, 'hookName') !== 'tool_result') return null;
  return { cancel: false, contextModification: context };
}
