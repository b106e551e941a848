import { isAbsolutePath } from '../../text/path';
import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { absoluteOrNull } from '../hooks/commonFields';
import type { HookDialect } from '../hooks/dialect';
import { refusalReason } from '../hooks/refusal';
import type { HookFrame, HookMoment } from '../hooks/report';
import { field, textField } from '../json';

/**
 * By the hook's own name, and by that of Claude Code's, which is understood too. What is told after a call is not among
 * them: it names no call, so nothing could make it one with the record's, and it lacks what the record has to tell a file
 * from a listing and a whole text from a part. A compaction is told only before it, when it may still come to nothing.
 */
const MOMENTS: ReadonlyMap<string, HookMoment> = new Map(
  (
    [
      ['sessionStart', 'SessionStart', 'session-start'],
      ['userPromptSubmitted', 'UserPromptSubmit', 'prompt'],
      ['preToolUse', 'PreToolUse', 'before-call'],
      ['subagentStart', 'SubagentStart', 'actor-start'],
      ['subagentStop', 'SubagentStop', 'actor-end'],
      ['agentStop', 'Stop', 'turn-end'],
      ['sessionEnd', 'SessionEnd', 'session-end'],
    ] as const
  ).flatMap(([own, other, moment]) => [
    [own, moment],
    [other, moment],
  ]),
);

/** VS Code's own agent reads the same folder of hooks, and names the hook in its own way; so do others. */
const OTHERS = ['hookEventName', 'permission_mode', 'cursor_version', 'conversation_id', 'turn_id'];

/**
 * How the hooks of Copilot CLI speak: with names like `sessionId` and no word of which hook it is, or, where the settings
 * name the hook as Claude Code does, with names like `session_id` and `hook_event_name`.
 */
export const copilotCliDialect: HookDialect = {
  agent: 'copilot-cli',
  recognises: (payload) =>
    named(payload, 'sessionId', 'session_id') !== '' &&
    field(payload, 'timestamp') !== undefined &&
    OTHERS.every((name) => field(payload, name) === undefined),
  frame,
  /** A run goes on whatever a hook says; but a call can be refused. Both ways of naming take the same answer. */
  answer(_payload, { moment }, verdict) {
    const reason = refusalReason(verdict);
    return moment !== 'before-call' || reason === undefined
      ? null
      : { permissionDecision: 'deny', permissionDecisionReason: reason };
  },
};

function frame(payload: JsonObject, hook: string | undefined, time: number): HookFrame | null {
  const actor = named(payload, 'agentId', 'agent_id') || MAIN_ACTOR;
  const session = sessionOf(payload, actor);
  const cwd = textField(payload, 'cwd') ?? '';
  const moment = momentOf(textField(payload, 'hook_event_name') ?? hook ?? '', actor);
  if (moment === null || session === '' || !isAbsolutePath(cwd)) return null;
  return {
    moment,
    session,
    actor,
    cwd,
    transcript: absoluteOrNull(named(payload, 'transcriptPath', 'transcript_path')),
    time,
    call: null,
    // What a subagent is told comes from the agent that started it.
    isPerson: moment === 'prompt' && actor === MAIN_ACTOR,
    reading: null,
  };
}

/** Most hooks of a subagent name it as the session, too, and the session as the agent that started it. */
function sessionOf(payload: JsonObject, actor: string): string {
  const session = named(payload, 'sessionId', 'session_id');
  return session === actor ? named(payload, 'parentAgentId', 'parent_agent_id') : session;
}

function momentOf(hook: string, actor: string): HookMoment | null {
  const moment = MOMENTS.get(hook) ?? null;
  // A subagent that has nothing more to do is told as the main agent is.
  return moment === 'turn-end' && actor !== MAIN_ACTOR ? 'actor-end' : moment;
}

/** The text of whichever field there is. */
function named(payload: JsonObject, own: string, other: string): string {
  return textField(payload, own) ?? textField(payload, other) ?? '';
}
