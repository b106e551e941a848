import type { JsonObject } from '../adapter';
import type { HookVerdict } from '../hooks/report';
import { textField } from '../json';
import { contextNote } from './contextNote';

/**
 * A verdict in Qwen Code's own terms; null where there is nothing to say, or nobody heeds it.
 *
 * No hook of a call ends the run: a call can only be refused. But the model is asked nothing more where the hook before
 * the request says no. That hook is called for what persons say too, which is let pass: only a request that brings
 * answers to calls has no words. What came back for calls stays as it is, so that what was told of it stays true.
 */
export function hookAnswer(payload: JsonObject, { stop, deny, context }: HookVerdict): JsonObject | null {
  const hookEventName = textField(payload, 'hook_event_name') ?? '';
  switch (hookEventName) {
    case 'PreToolUse': {
      const reason = (stop ?? deny)?.reason;
      if (reason === undefined) return null;
      const denial = { permissionDecision: 'deny', permissionDecisionReason: reason };
      return { hookSpecificOutput: { hookEventName, ...denial } };
    }
    case 'UserPromptSubmit':
      return stop === undefined || hasWords(payload) ? null : { decision: 'block', reason: stop.reason };
    case 'PostToolBatch':
      if (context === undefined || stop !== undefined) return null;
      return { hookSpecificOutput: { hookEventName, additionalContext: contextNote(context) } };
    default:
      return null;
  }
}

function hasWords(payload: JsonObject): boolean {
  const words = ['prompt', 'submitted_prompt'].map((name) => textField(payload, name) ?? '');
  return words.some((text) => text.trim() !== '');
}
