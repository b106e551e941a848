import { resolvePath } from '../../text/path';
import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import type { HookDialect } from '../hooks/dialect';
import { isVscodeChats } from '../hooks/payloadKind';
import type { HookFrame, HookMoment, HookReading, HookVerdict } from '../hooks/report';
import { field, textField } from '../json';
import { folderOf } from '../recordedFolder';
import { requestedOf } from './readCall';
import { askedFor } from './readText';
import { callOf } from './row';
import { READS } from './toolCall';

const MOMENTS: ReadonlyMap<string, HookMoment> = new Map([
  ['SessionStart', 'session-start'],
  ['UserPromptSubmit', 'prompt'],
  ['PreToolUse', 'before-call'],
  ['PostToolUse', 'after-call'],
  ['PreCompact', 'context-lost'],
  ['Stop', 'turn-end'],
]);

/**
 * How VS Code's own agent (the local harness) speaks to hooks, those of its own files and those of Claude Code's settings.
 * As the extension's source says (spring 2026), and the documentation, which names some fields in another way; no run of
 * it was seen.
 */
export const vscodeChatDialect: HookDialect = {
  agent: 'vscode-chat',
  recognises: (payload) => isVscodeChats(payload) && sessionOf(payload) !== '' && hookOf(payload) !== '',
  frame,
  answer,
};

function hookOf(payload: JsonObject): string {
  return textField(payload, 'hook_event_name') ?? textField(payload, 'hookEventName') ?? '';
}

function sessionOf(payload: JsonObject): string {
  return textField(payload, 'session_id') ?? textField(payload, 'sessionId') ?? '';
}

/** @param folder the one that the hook ran in, for payloads that name none */
function frame(payload: JsonObject, folder: string | undefined, time: number): HookFrame | null {
  const moment = MOMENTS.get(hookOf(payload));
  const session = sessionOf(payload);
  const cwd = folderOf(textField(payload, 'cwd')) ?? folderOf(folder);
  if (moment === undefined || session === '' || cwd === undefined) return null;
  const [call] = callOf(
    textField(payload, 'tool_use_id'),
    textField(payload, 'tool_name') ?? '',
    field(payload, 'tool_input'),
  );
  const isCall = moment === 'before-call' || moment === 'after-call';
  if (isCall && call === undefined) return null;
  return {
    moment,
    session,
    actor: MAIN_ACTOR,
    cwd,
    transcript: folderOf(textField(payload, 'transcript_path')) ?? null,
    time,
    call: isCall ? (call?.id ?? null) : null,
    isPerson: moment === 'prompt',
    reading:
      moment === 'before-call' && call !== undefined && READS.has(call.tool) ? readingOf(call.input) : null,
  };
}

function readingOf(input: JsonObject): HookReading | null {
  const path = folderOf(textField(input, 'filePath'));
  const asked = askedFor(input);
  return path === undefined || asked === null
    ? null
    : { path: resolvePath('/', path), requested: requestedOf(asked) };
}

/**
 * Before a call, both ways of saying no: by its source a stop ends the request in some versions, and in others it only
 * makes the call fail. After a call nobody waits for the answer.
 */
function answer(payload: JsonObject, { moment }: HookFrame, verdict: HookVerdict): JsonObject | null {
  const hookEventName = hookOf(payload);
  const { stop, deny, context } = verdict;
  if (moment === 'before-call') {
    const reason = (stop ?? deny)?.reason;
    if (reason === undefined) return null;
    const halt = stop === undefined ? {} : { continue: false, stopReason: stop.reason };
    const denial = { permissionDecision: 'deny', permissionDecisionReason: reason };
    return { ...halt, hookSpecificOutput: { hookEventName, ...denial } };
  }
  if (moment !== 'after-call' || context === undefined) return null;
  return { hookSpecificOutput: { hookEventName, additionalContext: context } };
}
