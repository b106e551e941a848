import type { JsonObject } from '../../../../src/agents/adapter';

const cursor = {
  conversation_id: 'b60ae0c1-2f85-4c4d-b3e5-b512f9b06e4c',
  generation_id: '490f90b7-a2a9-4c14-8d1e-b512f9b06e4c',
  model: 'composer-2-fast',
  cursor_version: '3.18.25',
  workspace_roots: ['/ws'],
  user_email: null,
  transcript_path: '/home/dev/.cursor/projects/ws/agent-transcripts/b60ae0c1/b60ae0c1.jsonl',
};
const contents = 'first line of a.ts\nsecond line of a.ts\nthird line of a.ts\nfourth line of a.ts\n';
const ended = (tool_name: string, tool_input: object, output: object): JsonObject => ({
  ...cursor,
  hook_event_name: 'postToolUse',
  tool_name,
  tool_input,
  tool_output: JSON.stringify(output),
  tool_use_id: 'u1',
  duration: 5,
  cwd: '',
});

/** Of what the documentation of Cursor says. */
export const CURSOR_PAYLOADS: readonly JsonObject[] = [
  ended('Read', { path: '/ws/a.ts' }, { contents, totalLinesInFile: 5 }),
  ended('Read', { path: '/ws/a.ts', offset: 5, limit: 4 }, { contents, totalLinesInFile: 90 }),
  ended('Shell', { command: 'cat a.ts', cwd: '/ws' }, { output: contents, exitCode: 0 }),
  ended('StrReplace', { path: '/ws/a.ts', old_string: 'a', new_string: 'b' }, { success: true }),
  ended('Write', { path: '/ws/b.ts', contents }, {}),
  ended('Grep', { pattern: 'x' }, {}),
  {
    ...cursor,
    hook_event_name: 'preToolUse',
    tool_name: 'Read',
    tool_input: { path: '/ws/a.ts' },
    tool_use_id: 'u1',
  },
  { ...cursor, hook_event_name: 'beforeReadFile', file_path: '/ws/a.ts', content: contents },
  { ...cursor, hook_event_name: 'afterShellExecution', command: 'cat a.ts', output: contents, cwd: '/ws' },
  ...[
    'sessionStart',
    'beforeSubmitPrompt',
    'preCompact',
    'stop',
    'sessionEnd',
    'subagentStart',
    'subagentStop',
  ].map((hook_event_name) => ({ ...cursor, hook_event_name, prompt: 'go', status: 'completed' })),
];

const chat = {
  timestamp: '2026-03-29T10:00:00.000Z',
  cwd: '/ws',
  transcript_path:
    '/home/dev/.config/Code/User/workspaceStorage/0a1b/GitHub.copilot-chat/transcripts/s1.jsonl',
};
const call = { tool_name: 'read_file', tool_use_id: 'call_1__vscode-1774778400000' };
const input = { filePath: '/ws/a.ts', startLine: 3, endLine: 5 };
const response = `File: \`/ws/a.ts\`. Lines 3 to 5 (90 lines total): \n\`\`\`ts\n${contents}\`\`\``;
const ways = [
  (hook: string) => ({ ...chat, hook_event_name: hook, session_id: 's1' }),
  (hook: string) => ({ ...chat, hookEventName: hook, sessionId: 's1' }),
];

/** Of the two ways in which VS Code's own agent names its hooks. */
export const VSCODE_CHAT_PAYLOADS: readonly JsonObject[] = ways.flatMap((way) => [
  { ...way('PreToolUse'), ...call, tool_input: input },
  { ...way('PostToolUse'), ...call, tool_input: input, tool_response: response },
  {
    ...way('PostToolUse'),
    ...call,
    tool_name: 'run_in_terminal',
    tool_input: { command: 'cat a.ts' },
    tool_response: contents,
  },
  {
    ...way('PostToolUse'),
    ...call,
    tool_name: 'replace_string_in_file',
    tool_input: { filePath: '/ws/a.ts' },
    tool_response: 'ok',
  },
  ...['SessionStart', 'UserPromptSubmit', 'PreCompact', 'Stop', 'SubagentStart', 'SubagentStop'].map(
    (hook) => ({ ...way(hook), prompt: 'go' }),
  ),
]);
