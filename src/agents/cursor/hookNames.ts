import type { HookMoment } from '../hooks/report';

/** What each hook tells; those that Cursor takes over from Claude Code's settings have Claude Code's names. */
const MOMENTS: ReadonlyMap<string, HookMoment> = new Map([
  ['sessionStart', 'session-start'],
  ['beforeSubmitPrompt', 'prompt'],
  ['UserPromptSubmit', 'prompt'],
  ['preToolUse', 'before-call'],
  ['beforeShellExecution', 'before-call'],
  ['beforeMCPExecution', 'before-call'],
  ['beforeReadFile', 'before-call'],
  ['postToolUse', 'after-call'],
  ['postToolUseFailure', 'after-call'],
  ['preCompact', 'context-lost'],
  ['stop', 'turn-end'],
  ['sessionEnd', 'session-end'],
]);

export function momentOf(hook: string): HookMoment | undefined {
  return MOMENTS.get(hook) ?? MOMENTS.get(hook.charAt(0).toLowerCase() + hook.slice(1));
}

/** Whether a hook is called by the name that Claude Code's settings have for it. */
export function isClaudeCodes(hook: string): boolean {
  return /^[A-Z]/.test(hook);
}
