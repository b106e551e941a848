import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openAiChat } from '../model/openAiChat';
import { type AgentClient, noting, ownSettings } from './client';

const sessions = (home: string) => join(home, '.copilot', 'session-state');

export const copilotCli: AgentClient = {
  agent: 'copilot-cli',
  name: 'Copilot CLI',
  setting: 'agents.copilotCli',
  api: openAiChat,
  hooksTell: 'no reads',
  ownHook: (log) => ({
    name: '.copilot/hooks/own.json',
    text: ownSettings({ version: 1, hooks: { postToolUse: [{ type: 'command', bash: noting(log) }] } }),
  }),
  tools: {
    read: (file, lines) => ({ name: 'view', input: { path: file, ...(lines && { view_range: lines }) } }),
    edit: (file, before, after) => ({ name: 'edit', input: { path: file, old_str: before, new_str: after } }),
    shell: (command) => ({ name: 'bash', input: { command, description: 'a command' } }),
  },
  environment: ({ model }) => ({
    COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_API_KEY: 'scripted',
    COPILOT_PROVIDER_MAX_PROMPT_TOKENS: '200000',
    COPILOT_MODEL: 'scripted',
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  commandLine: (_, prompt, resume) => [
    '--allow-all',
    '--output-format',
    'json',
    // It takes one or the other.
    resume === undefined ? '--trust-folder' : `--resume=${resume}`,
    '-p',
    prompt,
  ],
  // It prints its session only in its last row.
  sessionsOf: (home) =>
    // Its locks have a folder there too.
    existsSync(sessions(home)) ? readdirSync(sessions(home)).filter((name) => !name.startsWith('.')) : [],
  transcript: (home, session) => join(sessions(home), session, 'events.jsonl'),
};
