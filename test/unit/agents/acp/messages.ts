import { acpAdapter } from '../../../../src/agents/acp/adapter';
import type { JsonObject } from '../../../../src/agents/adapter';
import { LineHasher } from '../../../../src/text/lineHash';
import type { AgentEvent, EventKind } from '../../../../src/tracker/event';

export const hasher = new LineHasher([31, 37]);

export const request = (id: number | string, method: string, params: object): JsonObject => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

export const answer = (id: number | string, result: object): JsonObject => ({ jsonrpc: '2.0', id, result });

export const update = (told: object, session = 's1'): JsonObject => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: session, update: told },
});

/** The start of a session in `/ws`, asked for with id 0. */
export const opened = (session = 's1'): JsonObject[] => [
  request(0, 'session/new', { cwd: '/ws', mcpServers: [] }),
  answer(0, { sessionId: session }),
];

export const prompted = (id = 1, text = 'go'): JsonObject =>
  request(id, 'session/prompt', { sessionId: 's1', prompt: [{ type: 'text', text }] });

export const call = (id: string, kind: string, more: object = {}): JsonObject =>
  update({ sessionUpdate: 'tool_call', toolCallId: id, title: id, kind, status: 'pending', ...more });

export const ends = (id: string, more: object = {}): JsonObject =>
  update({ sessionUpdate: 'tool_call_update', toolCallId: id, status: 'completed', ...more });

export const shows = (text: string): object => ({
  content: [{ type: 'content', content: { type: 'text', text } }],
});

/** The agent reads a file through the client. */
export const readsFile = (id: number, path: string, content: string, more: object = {}): JsonObject[] => [
  request(id, 'fs/read_text_file', { sessionId: 's1', path, ...more }),
  answer(id, { content }),
];

export function reader() {
  return acpAdapter.reader({ hasher, source: 'acp', baseFolder: '/base', sessionFallback: 'log' });
}

export function events(records: readonly JsonObject[]): AgentEvent[] {
  const read = reader();
  return [...records.flatMap((record) => read.read(record)), ...read.flush()];
}

export function ofKind<K extends EventKind>(
  records: readonly JsonObject[],
  kind: K,
): Extract<AgentEvent, { kind: K }>[] {
  return events(records).filter((event): event is Extract<AgentEvent, { kind: K }> => event.kind === kind);
}
