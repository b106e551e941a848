import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { anthropicMessages } from '../model/anthropicMessages';
import { type AgentClient, noting, offsetAndLimit, ownSettings, textIn } from './client';
import { fileBelow } from './files';

export const claudeCode: AgentClient = {
  agent: 'claude-code',
  name: 'Claude Code',
  setting: 'agents.claudeCode',
  api: anthropicMessages,
  hooksTell: 'reads',
  ownHook: (log) => ({
    name: '.claude/settings.json',
    text: ownSettings({
      cleanupPeriodDays: 30,
      hooks: { PostToolUse: [{ matcher: 'Read', hooks: [{ type: 'command', command: noting(log) }] }] },
    }),
  }),
  tools: {
    read: (file, lines) => ({ name: 'Read', input: { file_path: file, ...offsetAndLimit(lines) } }),
    edit: (file, before, after) => ({
      name: 'Edit',
      input: { file_path: file, old_string: before, new_string: after },
    }),
    shell: (command) => ({ name: 'Bash', input: { command, description: 'a command', timeout: 120_000 } }),
  },
  prepare: ({ home }) => {
    mkdirSync(join(home, 'tmp'), { recursive: true, mode: 0o700 });
  },
  environment: ({ home, model }) => ({
    CLAUDE_CODE_TMPDIR: join(home, 'tmp'),
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'scripted',
    IS_SANDBOX: '1', // lets root go without permissions
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
  }),
  commandLine: (_, prompt, resume) => [
    '-p',
    prompt,
    '--output-format',
    'stream-json',
    '--verbose',
    '--dangerously-skip-permissions',
    ...(resume === undefined ? [] : ['--resume', resume]),
  ],
  // Rows before this one may name another session: hooks of a resumed one are called under an id of its own.
  sessionIn: (row) => (textIn(row, 'subtype') === 'init' ? textIn(row, 'session_id') : undefined),
  transcript: (home, session) => fileBelow(join(home, '.claude', 'projects'), `${session}.jsonl`),
  endingIn: (row) => textIn(row, 'terminal_reason'),
};
