/** The agents whose transcripts can be found, by their kinds, as people know them. */
export const FOUND_AGENTS = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  opencode: 'OpenCode',
  gemini: 'Gemini CLI',
  'copilot-cli': 'Copilot CLI',
  pi: 'pi',
  'qwen-code': 'Qwen Code',
  cline: 'Cline',
  'roo-code': 'Roo Code',
  'kilo-code': 'Kilo Code',
  cursor: 'Cursor',
  'vscode-chat': 'VS Code chat',
} as const;

export type FoundAgent = keyof typeof FOUND_AGENTS;

const NAMES: ReadonlyMap<string, string> = new Map([...Object.entries(FOUND_AGENTS), ['acp', 'ACP']]);

/** How people know the agents of a kind; of an unknown one the kind itself. */
export function agentName(kind: string): string {
  return NAMES.get(kind) ?? kind;
}
