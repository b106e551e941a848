import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gemini as generateContent } from '../model/gemini';
import { type AgentClient, noting, objectIn, ownSettings, textIn } from './client';
import { fileBelow, writeBelow } from './files';

const SETTINGS = join('.gemini', 'settings.json');
/** How it proves who it is stands in the person's settings only. */
const AUTH = { security: { auth: { selectedType: 'gemini-api-key' } } };

export const gemini: AgentClient = {
  agent: 'gemini',
  name: 'Gemini CLI',
  setting: 'agents.gemini',
  api: generateContent,
  hooksTell: 'no reads',
  ownHook: (log) => ({
    name: SETTINGS,
    text: ownSettings({
      ...AUTH,
      hooks: { AfterTool: [{ matcher: 'read_file', hooks: [{ type: 'command', command: noting(log) }] }] },
    }),
  }),
  tools: {
    read: (file, lines) => ({
      name: 'read_file',
      input: { file_path: file, ...(lines && { start_line: lines[0], end_line: lines[1] }) },
    }),
    edit: (file, before, after) => ({
      name: 'replace',
      input: { file_path: file, instruction: 'change it', old_string: before, new_string: after },
    }),
    shell: (command) => ({ name: 'run_shell_command', input: { command, description: 'a command' } }),
  },
  prepare: ({ home }) => {
    if (!existsSync(join(home, SETTINGS))) writeBelow(home, SETTINGS, JSON.stringify(AUTH));
  },
  environment: ({ model }) => ({
    GEMINI_API_KEY: 'scripted',
    GOOGLE_GEMINI_BASE_URL: model,
    GEMINI_SANDBOX: 'false',
    GEMINI_TELEMETRY_ENABLED: 'false',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  commandLine: (_, prompt, resume) => [
    '-m',
    'gemini-2.5-pro',
    '--approval-mode',
    'yolo',
    '-o',
    'stream-json',
    ...(resume === undefined ? [] : ['--resume', resume]),
    '-p',
    prompt,
  ],
  sessionIn: (row) => (textIn(row, 'type') === 'init' ? textIn(row, 'session_id') : undefined),
  // The name of the file holds the start of the id.
  transcript: (home, session) => fileBelow(join(home, '.gemini', 'tmp'), `-${session.slice(0, 8)}.jsonl`),
  endingIn: (row) => textIn(objectIn(row, 'error'), 'type'),
};
