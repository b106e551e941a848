import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAiChat } from '../model/openAiChat';
import { type AgentClient, noting, textIn } from './client';
import { writeBelow } from './files';

const data = (home: string) => join(home, '.cline', 'data');
const sessions = (home: string) => join(data(home), 'sessions');

export const cline: AgentClient = {
  agent: 'cline',
  name: 'Cline CLI',
  setting: 'agents.cline',
  api: openAiChat,
  hooksTell: 'some reads',
  ownHook: (log) => ({
    name: '.cline/hooks/PostToolUse',
    text: ['#!/bin/sh', 'cat > /dev/null', noting(log), "echo '{}'", ''].join('\n'),
    isProgram: true,
  }),
  tools: {
    read: (file, lines) => ({
      name: 'read_files',
      input: { files: [{ path: file, ...(lines && { start_line: lines[0], end_line: lines[1] }) }] },
    }),
    edit: (file, before, after) => ({
      name: 'editor',
      input: { path: file, old_text: before, new_text: after },
    }),
    shell: (command) => ({ name: 'run_commands', input: { commands: [command] } }),
  },
  prepare: ({ home, model }) => {
    writeBelow(data(home), join('settings', 'providers.json'), JSON.stringify(providers(`${model}/v1`)));
  },
  environment: () => ({ CLINE_NO_AUTO_UPDATE: '1', CLINE_TELEMETRY_DISABLED: '1' }),
  cannotResume: 'its command line takes no prompt for a session that was',
  commandLine: (_, prompt) => [
    '--json',
    '--auto-approve',
    'true',
    '-m',
    'scripted',
    // A single word would be a command.
    `Please: ${prompt}`,
  ],
  // It prints ids of other things only.
  sessionsOf: (home) => (existsSync(sessions(home)) ? readdirSync(sessions(home)) : []),
  transcript: (home, session) => join(sessions(home), session, `${session}.messages.json`),
  endingIn: (row) => (textIn(row, 'type') === 'run_result' ? textIn(row, 'finishReason') : undefined),
  cleanUp: endHub,
};

function providers(baseUrl: string): object {
  const settings = { provider: 'openai-compatible', apiKey: 'scripted', model: 'scripted', baseUrl };
  // Without a time, the whole file is passed over.
  const provider = { settings, tokenSource: 'manual', updatedAt: new Date(0).toISOString() };
  return {
    version: 1,
    lastUsedProvider: 'openai-compatible',
    modes: {},
    providers: { 'openai-compatible': provider },
  };
}

/** The client starts a process for all clients to come, which says who it is. */
function endHub(home: string): void {
  const file = join(data(home), 'locks', 'hub', 'production.json');
  if (!existsSync(file)) return;
  const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { readonly pid: number };
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ESRCH') throw error;
  }
}
