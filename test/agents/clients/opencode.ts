import { join } from 'node:path';
import { openAiChat } from '../model/openAiChat';
import { type AgentClient, objectIn, offsetAndLimit, textIn } from './client';

export const opencode: AgentClient = {
  agent: 'opencode',
  name: 'OpenCode',
  setting: 'agents.opencode',
  api: openAiChat,
  hooksTell: 'reads',
  ownHook: (log) => ({
    name: '.config/opencode/plugin/own.js',
    text: [
      "import { appendFileSync } from 'node:fs';",
      'export const Own = async () => ({',
      "  'tool.execute.after': async ({ tool }) => {",
      `    if (tool === 'read') appendFileSync(${JSON.stringify(log)}, 'called\\n');`,
      '  },',
      '});',
    ].join('\r\n'),
  }),
  tools: {
    read: (file, lines) => ({ name: 'read', input: { filePath: file, ...offsetAndLimit(lines) } }),
    edit: (file, before, after) => ({
      name: 'edit',
      input: { filePath: file, oldString: before, newString: after },
    }),
    shell: (command) => ({ name: 'bash', input: { command, description: 'a command' } }),
  },
  environment: ({ model }) => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_SHARE: '1',
    // With a plugin there is a package of its own that it would try to fetch for more than a minute.
    npm_config_offline: 'true',
    npm_config_fetch_retries: '0',
    OPENCODE_CONFIG_CONTENT: JSON.stringify(settings(`${model}/v1`)),
  }),
  commandLine: (_, prompt, resume) => [
    'run',
    '--auto',
    '--format',
    'json',
    ...(resume === undefined ? [] : ['--session', resume]),
    prompt,
  ],
  sessionIn: (row) => textIn(row, 'sessionID'),
  transcript: (home) => join(home, '.local', 'share', 'opencode', 'opencode.db'),
  endingIn: (row) => textIn(objectIn(row, 'error'), 'name'),
};

function settings(baseURL: string): object {
  const model = { name: 'scripted', tool_call: true, limit: { context: 200_000, output: 8000 } };
  return {
    autoupdate: false,
    share: 'disabled',
    permission: 'allow',
    model: 'scripted/scripted',
    small_model: 'scripted/scripted',
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        name: 'scripted',
        options: { baseURL, apiKey: 'scripted' },
        models: { scripted: model },
      },
    },
  };
}
