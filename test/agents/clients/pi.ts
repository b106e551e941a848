import { join } from 'node:path';
import { openAiChat } from '../model/openAiChat';
import { type AgentClient, offsetAndLimit, type PrintedRow, textIn } from './client';
import { fileBelow, writeBelow } from './files';

const TOOLS = 'read,bash,edit,write,grep,find,ls';

export const pi: AgentClient = {
  agent: 'pi',
  name: 'pi',
  setting: 'agents.pi',
  api: openAiChat,
  hooksTell: 'reads',
  ownHook: (log) => ({
    name: '.pi/agent/extensions/own.ts',
    text: [
      "import { appendFileSync } from 'node:fs';",
      'export default function (pi: any) {',
      "  pi.on('tool_result', ({ toolName }: any) => {",
      `    if (toolName === 'read') appendFileSync(${JSON.stringify(log)}, 'called\\n');`,
      '  });',
      '}',
    ].join('\r\n'),
  }),
  tools: {
    read: (file, lines) => ({ name: 'read', input: { path: file, ...offsetAndLimit(lines) } }),
    edit: (file, before, after) => ({
      name: 'edit',
      input: { path: file, edits: [{ oldText: before, newText: after }] },
    }),
    shell: (command) => ({ name: 'bash', input: { command } }),
  },
  prepare: ({ home, model }) => {
    writeBelow(home, join('.pi', 'agent', 'models.json'), JSON.stringify(models(`${model}/v1`)));
  },
  environment: () => ({ PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' }),
  commandLine: (_, prompt, resume) => [
    '--provider',
    'scripted',
    '--model',
    'scripted',
    '--approve',
    '--tools',
    TOOLS,
    '--mode',
    'json',
    ...(resume === undefined ? [] : ['--session', resume]),
    '-p',
    prompt,
  ],
  sessionIn: (row) => (textIn(row, 'type') === 'session' ? textIn(row, 'id') : undefined),
  transcript: (home, session) => fileBelow(join(home, '.pi', 'agent', 'sessions'), `_${session}.jsonl`),
  endingIn: (row) => (textIn(row, 'type') === 'agent_settled' && isAborted(row) ? 'aborted' : undefined),
};

function models(baseUrl: string): object {
  const model = {
    id: 'scripted',
    name: 'scripted',
    reasoning: false,
    input: ['text'],
    contextWindow: 200_000,
    maxTokens: 8000,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  };
  return {
    providers: { scripted: { baseUrl, api: 'openai-completions', apiKey: 'scripted', models: [model] } },
  };
}

function isAborted({ aborted }: PrintedRow): boolean {
  return aborted === true;
}
