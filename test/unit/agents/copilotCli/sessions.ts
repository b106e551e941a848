import type { JsonObject } from '../../../../src/agents/adapter';
import { copilotCliAdapter } from '../../../../src/agents/copilotCli/adapter';
import { LineHasher } from '../../../../src/text/lineHash';
import type { AgentEvent, EventKind, ReadEvent } from '../../../../src/tracker/event';

export const hasher = new LineHasher([17, 19]);

let ids = 0;

/** An event as Copilot CLI writes it. */
export function row(type: string, data: object, fields: object = {}): JsonObject {
  ids++;
  const timestamp = new Date(1_764_489_600_000 + ids * 1000).toISOString();
  return { type, data, id: `id-${ids}`, parentId: null, timestamp, ...fields };
}

export const START = row('session.start', {
  sessionId: 's1',
  version: 1,
  producer: 'copilot-agent',
  copilotVersion: '1.0.102',
  context: { cwd: '/ws' },
});

export interface TestCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

/** A message with these calls, and that each is carried out. */
export function message(id: string, calls: readonly TestCall[], fields: object = {}): JsonObject[] {
  const toolRequests = calls.map(({ id: toolCallId, name, args }) => ({ toolCallId, name, arguments: args }));
  return [
    row('assistant.message', { messageId: id, content: '', toolRequests, interactionId: 'i' }, fields),
    ...calls.map(({ id: toolCallId, name, args }) =>
      row('tool.execution_start', { toolCallId, toolName: name, arguments: args, turnId: '0' }, fields),
    ),
  ];
}

/** What came back; the tool's own measures as it writes them, unless others are given. */
export function result(call: string, content: string, more: object = {}, fields: object = {}): JsonObject {
  const data = {
    toolCallId: call,
    success: true,
    result: { content },
    toolTelemetry: {
      properties: { viewType: 'file' },
      metrics: { resultLength: content.length, resultForLlmLength: content.length },
    },
    ...more,
  };
  return row('tool.execution_complete', data, fields);
}

export function failure(call: string, text: string, code = 'failure'): JsonObject {
  return row('tool.execution_complete', { toolCallId: call, success: false, error: { message: text, code } });
}

export function events(rows: readonly JsonObject[]): AgentEvent[] {
  const reader = copilotCliAdapter.reader({
    hasher,
    source: 'copilot-cli',
    baseFolder: '/base',
    sessionFallback: 'fallback',
  });
  return [...rows.flatMap((one) => reader.read(one)), ...reader.flush()];
}

export function ofKind<K extends EventKind>(
  all: readonly AgentEvent[],
  kind: K,
): Extract<AgentEvent, { kind: K }>[] {
  return all.filter((event): event is Extract<AgentEvent, { kind: K }> => event.kind === kind);
}

/** A view, and what it showed. */
export function viewOf(args: object, content: string, more: object = {}): ReadEvent | undefined {
  const call = { id: 'c', name: 'view', args: { path: '/ws/a.txt', ...args } };
  return ofKind(events([START, ...message('m', [call]), result('c', content, more)]), 'read')[0];
}

/** The diff that is recorded beside a view. */
export function viewDiff(lines: readonly string[], start: number, count = lines.length): string {
  const head = ['', 'diff --git a/ws/a.txt b/ws/a.txt', 'index 0000000..0000000 100644', '--- a/ws/a.txt'];
  const body = lines.map((line) => ` ${line.replace(/\r$/, '')}`);
  return [...head, '+++ b/ws/a.txt', `@@ -${start},${count} +${start},${count} @@`, ...body, ''].join('\n');
}
