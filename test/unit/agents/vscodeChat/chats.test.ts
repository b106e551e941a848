import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/agents/adapter';
import { copilotCliAdapter } from '../../../../src/agents/copilotCli/adapter';
import { ADAPTERS } from '../../../../src/agents/registry';
import { vscodeChatAdapter } from '../../../../src/agents/vscodeChat/adapter';
import { LineHasher } from '../../../../src/text/lineHash';
import type { AgentEvent } from '../../../../src/tracker/event';

const TIME = 1_764_489_600_000;

function readerOf() {
  return vscodeChatAdapter.reader({
    hasher: new LineHasher([1, 2]),
    source: 'vscode-chat',
    baseFolder: '/ws',
    sessionFallback: 's1',
  });
}

function events(records: readonly JsonObject[]): AgentEvent[] {
  const reader = readerOf();
  return [...records.flatMap((record) => reader.read(record)), ...reader.flush()];
}

let rows = 0;
const row = (type: string, data: object): JsonObject => ({
  type,
  data,
  id: `row-${++rows}`,
  timestamp: new Date(TIME + rows * 1000).toISOString(),
  parentId: null,
});

const start = () =>
  row('session.start', {
    sessionId: 's1',
    version: 1,
    producer: 'copilot-agent',
    vscodeVersion: '1.120.0',
    context: { cwd: '/ws' },
  });
const asks = (id: string, name: string, args: object) =>
  row('assistant.message', {
    messageId: `m-${id}`,
    content: '',
    toolRequests: [{ toolCallId: id, name, arguments: JSON.stringify(args), type: 'function' }],
  });
const done = (id: string, success = true, content?: string) =>
  row('tool.execution_complete', {
    toolCallId: id,
    success,
    ...(content === undefined ? {} : { result: { content } }),
  });

const READ = { filePath: '/ws/a.ts', startLine: 1, endLine: 2 };
const SHOWN = '```ts\na\nb\n```';

describe('the transcript of a chat', () => {
  const transcript = () => [
    start(),
    row('user.message', { content: 'go', attachments: [] }),
    row('assistant.turn_start', { turnId: '0' }),
    asks('c1', 'read_file', READ),
    row('tool.execution_start', { toolCallId: 'c1', toolName: 'read_file', arguments: READ }),
    done('c1'),
    row('assistant.turn_end', { turnId: '0' }),
  ];

  it('tells what was asked for; without results, no line', () => {
    const told = events(transcript());
    expect(told.map((event) => event.kind)).toEqual(['session-start', 'prompt', 'turn', 'read']);
    expect(told[0]).toMatchObject({ session: 's1', cwd: '/ws' });
    expect(told[3]).toMatchObject({
      call: 'c1',
      path: '/ws/a.ts',
      requested: { start: 1, end: 2 },
      returned: [],
      outcome: 'unknown-range',
    });
  });

  it('credits what a result shows, where there is one', () => {
    const told = events([start(), asks('c1', 'read_file', READ), done('c1', true, SHOWN)]);
    expect(told.at(-1)).toMatchObject({ kind: 'read', returned: [[1, 2]], outcome: 'complete' });
  });

  it('tells failures, changes, commands and searches, in the order of the calls', () => {
    const calls: [string, object][] = [
      ['read_file', READ],
      ['replace_string_in_file', { filePath: '/ws/a.ts', oldString: 'a', newString: 'b' }],
      [
        'multi_replace_string_in_file',
        { replacements: [{ filePath: '/ws/b.ts' }, { filePath: '/ws/c.ts' }] },
      ],
      ['run_in_terminal', { command: 'cat a.ts; npm test' }],
      ['grep_search', { query: 'x' }],
      ['apply_patch', { input: '*** Begin Patch\n*** Update File: /ws/d.ts\n@@\n-a\n+b\n*** End Patch' }],
      ['mcp_filesystem_read_text_file', { path: '/ws/e.ts' }],
    ];
    const message = row('assistant.message', {
      messageId: 'm',
      toolRequests: calls.map(([name, args], i) => ({
        toolCallId: `c${i}__vscode-123`,
        name,
        arguments: JSON.stringify(args),
      })),
    });
    const results = calls.map((_, i) => done(`c${i}`, i !== 0)).reverse();
    const told = events([start(), message, ...results]).filter((event) => event.call !== null);
    expect(told).toMatchObject([
      { kind: 'read', outcome: 'failed', call: 'c0' },
      { kind: 'edit', path: '/ws/a.ts', outcome: 'ok' },
      { kind: 'edit', path: '/ws/b.ts' },
      { kind: 'edit', path: '/ws/c.ts' },
      { kind: 'read', form: 'shell', path: '/ws/a.ts', outcome: 'unknown-range' },
      { kind: 'command', command: 'npm test' },
      { kind: 'search' },
      { kind: 'edit', path: '/ws/d.ts' },
      { kind: 'read', path: '/ws/e.ts', outcome: 'unknown-range' },
    ]);
  });

  it('is told from that of the agent in the terminal, but for the end of a turn', () => {
    for (const record of transcript()) {
      const kinds = ADAPTERS.filter((adapter) => adapter.recognises(record)).map(({ kind }) => kind);
      const { type } = record;
      expect(kinds).toEqual([type === 'assistant.turn_end' ? 'copilot-cli' : 'vscode-chat']);
    }
    const own = row('user.message', { content: 'go', transformedContent: 'go', interactionId: 'i' });
    expect(copilotCliAdapter.recognises(own)).toBe(true);
    expect(vscodeChatAdapter.recognises(own)).toBe(false);
  });
});

const piece = (text: string) => ({ type: 2, text, lineBreakBefore: true });
const request = (id: string, text: unknown, call = `c-${id}`): JsonObject => ({
  requestId: id,
  timestamp: TIME,
  message: { text: 'go' },
  response: [],
  result: {
    metadata: {
      toolCallRounds: [
        { response: '', toolCalls: [{ id: call, name: 'read_file', arguments: JSON.stringify(READ) }] },
        { response: 'done', toolCalls: [] },
      ],
      toolCallResults: { [call]: { content: [{ value: text }] } },
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

describe('a chat as the editor keeps it', () => {
  it('tells what each answered request was given', () => {
    const told = events([chat(request('r1', SHOWN), { requestId: 'r2', timestamp: TIME })]);
    expect(told.map((event) => event.kind)).toEqual(['session-start', 'prompt', 'turn', 'read', 'turn']);
    expect(told[3]).toMatchObject({ session: 's2', call: 'c-r1', time: TIME, returned: [[1, 2]] });
  });

  it('puts the pieces of a result together', () => {
    const node = { type: 1, children: [{ type: 1, children: ['```ts', 'a', 'b', '```'].map(piece) }] };
    expect(events([chat(request('r1', { node }))])[3]).toMatchObject({ returned: [[1, 2]] });
    const odd = [{ node: { children: [1] } }, { node: { text: 1 } }, 5, null, { node: null }];
    for (const value of odd) {
      expect(events([chat(request('r1', value))])[3]).toMatchObject({ kind: 'read', returned: [] });
    }
  });

  it('is written anew: tells what is new, and what is undone', () => {
    const reader = readerOf();
    reader.read(chat(request('r1', SHOWN), request('r2', SHOWN)));
    expect(reader.read(chat(request('r1', SHOWN), request('r2', SHOWN)))).toEqual([]);
    const told = reader.read(chat(request('r1', SHOWN), request('r3', SHOWN)));
    expect(told.map((event) => event.kind)).toEqual(['context-lost', 'prompt', 'turn', 'read', 'turn']);
    expect(told[0]).toMatchObject({ reason: 'rewind', toCall: 'c-r2' });
  });

  it('is kept as steps: tells the same', () => {
    const [first, second] = [request('r1', SHOWN), request('r2', SHOWN)];
    const { result, ...asked } = second;
    const steps: JsonObject[] = [
      { kind: 0, v: chat() },
      { kind: 1, k: ['customTitle'], v: 'x' },
      { kind: 2, k: ['requests'], v: [first] },
      { kind: 2, k: ['requests'], v: [asked] },
      { kind: 2, k: ['requests', 1, 'response'], v: [{ value: 'x' }] },
      { kind: 1, k: ['requests', 1, 'result'], v: result },
      { kind: 3, k: ['inputState'] },
    ];
    expect(events(steps)).toEqual(events([chat(first, second)]));
    expect(events([...steps, { kind: 2, k: ['requests'], v: [], i: 1 }]).at(-1)).toMatchObject({
      kind: 'context-lost',
      toCall: 'c-r2',
    });
  });

  it('survives steps that lead nowhere', () => {
    const steps: JsonObject[] = [
      { kind: 1, k: ['requests', 0, 'result'], v: {} },
      { kind: 0, v: chat(request('r1', SHOWN)) },
      { kind: 1, k: ['__proto__', 'polluted'], v: true },
      { kind: 1, k: ['constructor', 'prototype', 'polluted'], v: true },
      { kind: 1, k: ['requests', 99], v: {} },
      { kind: 1, k: ['requests', 0, 'message', 'text', 'x'], v: 1 },
      { kind: 2, k: ['sessionId'], v: [1] },
      { kind: 2, k: ['requests'], v: 'x' },
      { kind: 3, k: [] },
      { kind: 1, k: [], v: 1 },
    ];
    expect(events(steps).filter((event) => event.kind === 'read')).toHaveLength(1);
    expect('polluted' in {}).toBe(false);
    for (const other of [
      { kind: 0, v: {} },
      { kind: 1, k: 'requests' },
      { kind: 1, k: [null] },
      { kind: 4, k: [] },
    ]) {
      expect(vscodeChatAdapter.recognises(other)).toBe(false);
    }
  });
});
