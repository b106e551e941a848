import type { JsonObject } from '../../../../src/agents/adapter';
import { geminiAdapter } from '../../../../src/agents/gemini/adapter';
import { LineHasher } from '../../../../src/text/lineHash';
import type { AgentEvent } from '../../../../src/tracker/event';

export const hasher = new LineHasher([3, 5]);
export const TIME = '2026-01-02T03:04:05.000Z';

export const HEADER = { sessionId: 's1', projectHash: 'p', startTime: TIME, lastUpdated: TIME, kind: 'main' };

export const user = (id: string, content: unknown): JsonObject => ({
  id,
  timestamp: TIME,
  type: 'user',
  content,
});

export interface MadeCall {
  readonly id: string;
  readonly name: string;
  readonly args?: unknown;
  readonly text: string;
  readonly status?: string;
  readonly display?: unknown;
}

export const answer = ({ id, name, text }: MadeCall): JsonObject => ({
  functionResponse: { id: `${name}__${id}`, name, response: { output: text } },
});

/** Calls as they stand in a message, with their results. */
export const toolCalls = (...calls: readonly MadeCall[]): JsonObject[] =>
  calls.map((call) => ({
    id: `${call.name}__${call.id}`,
    name: call.name,
    args: call.args ?? {},
    result: [answer(call)],
    status: call.status ?? 'success',
    timestamp: TIME,
    ...('display' in call ? { resultDisplay: call.display } : {}),
  }));

export function gemini(id: string, ...calls: readonly MadeCall[]): JsonObject {
  const made = calls.length === 0 ? {} : { toolCalls: toolCalls(...calls) };
  return { id, timestamp: TIME, type: 'gemini', content: '', model: 'm', ...made };
}

/** A message that only repeats the conversation. */
export const repeated = (id: string, content: unknown): JsonObject => ({
  id,
  timestamp: TIME,
  type: 'gemini',
  content,
});

export const readFile = (
  id: string,
  file: string,
  text: string,
  args: object = {},
  display: unknown = '',
): MadeCall => ({
  id,
  name: 'read_file',
  args: { file_path: file, ...args },
  text,
  display,
});

export function eventsOf(records: readonly JsonObject[], file?: string): AgentEvent[] {
  const reader = geminiAdapter.reader({
    hasher,
    source: 'gemini',
    baseFolder: '/ws',
    sessionFallback: 'unnamed',
    ...(file === undefined ? {} : { file }),
  });
  return [...records.flatMap((record) => reader.read(record)), ...reader.flush()];
}

export function ofKind<K extends AgentEvent['kind']>(
  events: readonly AgentEvent[],
  kind: K,
): Extract<AgentEvent, { kind: K }>[] {
  return events.filter((event): event is Extract<AgentEvent, { kind: K }> => event.kind === kind);
}
