import type { JsonObject } from '../adapter';
import type { HookVerdict } from '../hooks/report';
import { textField } from '../json';

/**
 * Hooks after which Claude Code asks its model again, unless it is told to go no further. It asks as well after
 * `PostToolUseFailure`, but does not heed what that is answered with: a stop waits for the next call.
 */
const BEFORE_THE_MODEL: ReadonlySet<string> = new Set(['UserPromptSubmit', 'PostToolUse']);

/**
 * A verdict in Claude Code's own terms, for the hook of a payload; null where there is nothing to say.
 *
 * Before a call, `continue: false` alone lets the tool run, and a deny alone lets the model go on: both are needed.
 */
export function hookAnswer(payload: JsonObject, { stop, deny, context }: HookVerdict): JsonObject | null {
  const hookEventName = textField(payload, 'hook_event_name') ?? '';
  const halt = stop === undefined ? {} : { continue: false, stopReason: stop.reason };
  if (hookEventName === 'PreToolUse') {
    const reason = (stop ?? deny)?.reason;
    if (reason === undefined) return null;
    const denial = { permissionDecision: 'deny', permissionDecisionReason: reason };
    return { ...halt, hookSpecificOutput: { hookEventName, ...denial } };
  }
  if (!BEFORE_THE_MODEL.has(hookEventName)) return null;
  if (stop !== undefined) return halt;
  if (context === undefined || hookEventName !== 'PostToolUse') return null;
  return { hookSpecificOutput: { hookEventName, additionalContext: context } };
}
