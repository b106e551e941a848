import { join } from 'node:path';
import { openAiChat } from '../model/openAiChat';
import { type AgentClient, noting, offsetAndLimit, ownSettings, textIn } from './client';
import { fileBelow, writeBelow } from './files';

const SETTINGS = {
  general: { disableAutoUpdate: true, enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } },
};

export const qwenCode: AgentClient = {
  agent: 'qwen-code',
  name: 'Qwen Code',
  setting: 'agents.qwenCode',
  api: openAiChat,
  hooksTell: 'reads',
  ownHook: (log) => ({
    name: '.qwen/settings.json',
    // Without the number of its format, Qwen Code writes it in.
    text: ownSettings({
      $version: 4,
      hooks: { PostToolUse: [{ matcher: 'read_file', hooks: [{ type: 'command', command: noting(log) }] }] },
    }),
  }),
  mainTool: 'agent',
  tools: {
    // The first line is 0.
    read: (file, lines) => ({ name: 'read_file', input: { file_path: file, ...offsetAndLimit(lines, 0) } }),
    edit: (file, before, after) => ({
      name: 'edit',
      input: { file_path: file, old_string: before, new_string: after },
    }),
    shell: (command) => ({
      name: 'run_shell_command',
      input: { command, description: 'a command', is_background: false },
    }),
  },
  // Settings of the system, so that the person's are their own.
  prepare: ({ home }) => {
    writeBelow(home, 'qwen-system.json', JSON.stringify(SETTINGS));
  },
  environment: ({ home, model }) => ({
    OPENAI_API_KEY: 'scripted',
    OPENAI_BASE_URL: `${model}/v1`,
    OPENAI_MODEL: 'scripted',
    QWEN_CODE_SYSTEM_SETTINGS_PATH: join(home, 'qwen-system.json'),
  }),
  commandLine: (_, prompt, resume) => [
    '--approval-mode',
    'yolo',
    '--auth-type',
    'openai',
    '-m',
    'scripted',
    '-o',
    'stream-json',
    ...(resume === undefined ? [] : ['--resume', resume]),
    '-p',
    prompt,
  ],
  sessionIn: (row) => (textIn(row, 'subtype') === 'init' ? textIn(row, 'session_id') : undefined),
  transcript: (home, session) => fileBelow(join(home, '.qwen', 'projects'), `${session}.jsonl`),
};
