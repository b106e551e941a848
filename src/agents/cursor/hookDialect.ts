import { isAbsolutePath, resolvePath } from '../../text/path';
import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import type { HookDialect } from '../hooks/dialect';
import { refusalReason } from '../hooks/refusal';
import type { HookFrame, HookReading, HookVerdict } from '../hooks/report';
import { field, listField, objectField, textField } from '../json';
import { folderOf } from '../recordedFolder';
import { isClaudeCodes, momentOf } from './hookNames';
import { pathOf, READS, requestedOf } from './request';

/**
 * How Cursor's hooks speak, those of its own settings and those that it takes over from Claude Code's. As its
 * documentation says, and others saw; no run of it was seen.
 *
 * A subagent has a conversation of its own, and does not say whose it is: it is told as a session of its own.
 */
export const cursorDialect: HookDialect = {
  agent: 'cursor',
  recognises: (payload) =>
    (textField(payload, 'hook_event_name') ?? '') !== '' &&
    sessionOf(payload) !== '' &&
    ['cursor_version', 'conversation_id', 'generation_id'].some((name) => field(payload, name) !== undefined),
  frame,
  answer,
};

function sessionOf(payload: JsonObject): string {
  return textField(payload, 'conversation_id') || textField(payload, 'session_id') || '';
}

function frame(payload: JsonObject, _hook: string | undefined, time: number): HookFrame | null {
  const moment = momentOf(textField(payload, 'hook_event_name') ?? '');
  const session = sessionOf(payload);
  const cwd = rootOf(payload);
  if (moment === undefined || session === '' || cwd === undefined) return null;
  const isCall = moment === 'before-call' || moment === 'after-call';
  return {
    moment,
    session,
    actor: MAIN_ACTOR,
    cwd,
    transcript: folderOf(textField(payload, 'transcript_path')) ?? null,
    time,
    call: isCall ? textField(payload, 'tool_use_id') || null : null,
    isPerson: moment === 'prompt',
    reading: moment === 'before-call' ? readingOf(payload, cwd) : null,
  };
}

/** The workspace's first folder: what a call names besides is the folder of a command, or nothing. */
function rootOf(payload: JsonObject): string | undefined {
  const [root] = listField(payload, 'workspace_roots') ?? [];
  const named = typeof root === 'string' && root !== '' ? root : textField(payload, 'cwd');
  // Cursor writes drives as the paths of URIs have them.
  return folderOf(named?.replace(/^\/([a-z]:\/)/i, '$1'));
}

function readingOf(payload: JsonObject, cwd: string): HookReading | null {
  const input = objectField(payload, 'tool_input') ?? {};
  const written = pathOf(input);
  if (!READS.has(textField(payload, 'tool_name') ?? '') || written === '') return null;
  return isAbsolutePath(written) ? { path: resolvePath(cwd, written), requested: requestedOf(input) } : null;
}

/** A run goes on whatever a hook says; but a call can be refused. */
function answer(payload: JsonObject, { moment }: HookFrame, verdict: HookVerdict): JsonObject | null {
  const hook = textField(payload, 'hook_event_name') ?? '';
  if (moment === 'after-call')
    return verdict.context === undefined ? null : { additional_context: verdict.context };
  const reason = moment === 'before-call' ? refusalReason(verdict) : undefined;
  if (reason === undefined) return null;
  const refusal = { permission: 'deny', user_message: reason };
  if (hook === 'beforeReadFile') return refusal;
  const told = { ...refusal, agent_message: reason };
  if (!isClaudeCodes(hook)) return told;
  const denial = { permissionDecision: 'deny', permissionDecisionReason: reason };
  return { ...told, hookSpecificOutput: { hookEventName: hook, ...denial } };
}
