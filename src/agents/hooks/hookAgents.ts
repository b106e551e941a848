/** Kinds of the agents whose hooks are understood: of {@link AGENT_HOOKS}, for whoever needs no more than the names. */
export const HOOK_AGENTS = [
  'claude-code',
  'cline',
  'codex',
  'copilot-cli',
  'cursor',
  'gemini',
  'opencode',
  'pi',
  'qwen-code',
  'vscode-chat',
] as const;
