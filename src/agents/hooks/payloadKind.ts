import type { JsonObject } from '../adapter';
import { field, isObject, objectField, textField } from '../json';

/**
 * Whose hook payload this is, by its shape, as the kind of an agent: VS Code's own agent and Cursor run the hooks of
 * Claude Code's settings too. Null: nobody's that is known.
 */
export type PayloadKind = 'claude-code' | 'cursor' | 'vscode-chat';

const CURSORS = ['cursor_version', 'conversation_id', 'generation_id', 'workspace_roots'];
/** VS Code's agent stamps its payloads, and names things in its own way. */
const VS_CODES = ['timestamp', 'sessionId', 'hookEventName'];
/** Agents that took over Claude Code's hooks add these to its fields. */
const OTHERS = ['turn_id', 'tool_call_id'];

/**
 * The kind of the agent that a payload is to be understood by; null: of none.
 *
 * @param named the kind of the agent whose settings say what is called
 */
export function agentOfPayload(named: string, payload: unknown): string | null {
  if (named === 'claude-code') return payloadKind(payload);
  return named === 'copilot-cli' && isVscodeChats(payload) ? 'vscode-chat' : named;
}

/**
 * Whether a payload is surely of VS Code's own agent: it shares files of hooks with Copilot CLI, which can speak in the
 * same words, but names no calls and keeps its records elsewhere.
 */
export function isVscodeChats(payload: unknown): boolean {
  if (!isObject(payload) || textField(payload, 'timestamp') === undefined) return false;
  const record = textField(payload, 'transcript_path') ?? '';
  const isOfCall = textField(payload, 'tool_use_id') !== undefined;
  return (
    /[\\/]GitHub\.copilot-chat[\\/]/i.test(record) ||
    (isOfCall && !has(payload, CURSORS) && !has(payload, OTHERS))
  );
}

export function payloadKind(payload: unknown): PayloadKind | null {
  if (!isObject(payload)) return null;
  if (has(payload, CURSORS)) return 'cursor';
  if (has(payload, VS_CODES)) return 'vscode-chat';
  if (has(payload, OTHERS)) return null;
  const named = ['session_id', 'transcript_path', 'cwd', 'hook_event_name'];
  if (!named.every((name) => (textField(payload, name) ?? '') !== '')) return null;
  if (!/^[A-Z][A-Za-z]+$/.test(textField(payload, 'hook_event_name') ?? '')) return null;
  const isCall = textField(payload, 'tool_name') !== undefined;
  return isCall && objectField(payload, 'tool_input') === undefined ? null : 'claude-code';
}

function has(payload: JsonObject, names: readonly string[]): boolean {
  return names.some((name) => field(payload, name) !== undefined);
}
