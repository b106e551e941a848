import type { JsonObject } from '../../../../src/agents/adapter';
import type { Sample } from './sample';

const TIME = 1_764_489_600_000;
const READ = { filePath: '/ws/a.ts', startLine: 3, endLine: 5 };
const SHOWN =
  'File: `/ws/a.ts`. Lines 3 to 5 (90 lines total): \n```ts\nthird line of a\nfourth line of a\nfifth line of a\n```';

let rows = 0;
const row = (type: string, data: object): JsonObject => ({
  type,
  data,
  id: `row-${++rows}`,
  timestamp: new Date(TIME + rows * 1000).toISOString(),
  parentId: null,
});
const asks = (id: string, name: string, args: object) =>
  row('assistant.message', {
    messageId: `m-${id}`,
    content: '',
    toolRequests: [{ toolCallId: id, name, arguments: JSON.stringify(args), type: 'function' }],
  });
const done = (id: string, content?: string) =>
  row('tool.execution_complete', {
    toolCallId: id,
    success: true,
    ...(content === undefined ? {} : { result: { content } }),
  });

const TRANSCRIPT: readonly JsonObject[] = [
  row('session.start', {
    sessionId: 's1',
    version: 1,
    producer: 'copilot-agent',
    vscodeVersion: '1.120.0',
    context: { cwd: '/ws' },
  }),
  row('user.message', { content: 'go', attachments: [] }),
  row('assistant.turn_start', { turnId: '0' }),
  asks('c1', 'read_file', READ),
  row('tool.execution_start', { toolCallId: 'c1', toolName: 'read_file', arguments: READ }),
  done('c1', SHOWN),
  asks('c2', 'replace_string_in_file', { filePath: '/ws/a.ts', oldString: 'a', newString: 'b' }),
  done('c2'),
  asks('c3', 'run_in_terminal', { command: 'cat a.ts; npm test' }),
  done('c3', 'first\nsecond\nthird\n'),
  asks('c4', 'grep_search', { query: 'x' }),
  done('c4', '1 match\n/ws/a.ts:3: third line of a'),
  row('assistant.turn_end', { turnId: '0' }),
];

const request = (id: string): JsonObject => ({
  requestId: id,
  timestamp: TIME,
  message: { text: 'go' },
  response: [],
  result: {
    metadata: {
      toolCallRounds: [
        { response: '', toolCalls: [{ id: `c-${id}`, name: 'read_file', arguments: JSON.stringify(READ) }] },
        { response: 'done', toolCalls: [] },
      ],
      toolCallResults: { [`c-${id}`]: { content: [{ value: SHOWN }] } },
    },
  },
});
const chat = (...requests: JsonObject[]): JsonObject => ({
  version: 3,
  sessionId: 's2',
  creationDate: TIME,
  responderUsername: 'GitHub Copilot',
  requests,
});
const STEPS: readonly JsonObject[] = [
  { kind: 0, v: chat() },
  { kind: 1, k: ['customTitle'], v: 'x' },
  { kind: 2, k: ['requests'], v: [request('r1')] },
  { kind: 2, k: ['requests'], v: [request('r2')] },
  { kind: 2, k: ['requests', 1, 'response'], v: [{ value: 'x' }] },
  { kind: 3, k: ['inputState'] },
  { kind: 2, k: ['requests'], v: [], i: 1 },
];

const sample = (name: string, file: string, records: readonly JsonObject[]): Sample => ({
  name,
  baseFolder: '/ws',
  files: () => new Map([[file, records]]),
});

export const VSCODE_CHAT_SAMPLES: readonly Sample[] = [
  sample('transcript', 's1.jsonl', TRANSCRIPT),
  sample('chat', 's2.json', [chat(request('r1'), request('r2'))]),
  sample('steps', 's2.jsonl', STEPS),
];
