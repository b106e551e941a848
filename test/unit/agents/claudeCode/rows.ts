import type { JsonObject } from '../../../../src/agents/adapter';
import { claudeCodeAdapter } from '../../../../src/agents/claudeCode/adapter';
import { textField } from '../../../../src/agents/json';
import { LineHasher } from '../../../../src/text/lineHash';
import type { AgentEvent, EventKind, ReadEvent } from '../../../../src/tracker/event';

export const hasher = new LineHasher([17, 19]);

let ids = 0;

/** A row as Claude Code writes it; fields may be replaced. */
function row(type: string, fields: object): JsonObject {
  ids++;
  return {
    parentUuid: null,
    isSidechain: false,
    type,
    uuid: `uuid-${ids}`,
    timestamp: new Date(1_764_489_600_000 + ids * 1000).toISOString(),
    cwd: '/ws',
    sessionId: 's1',
    version: '2.1.332',
    ...fields,
  };
}

export interface TestCall {
  readonly id: string;
  readonly name: string;
  readonly input: object;
}

/** One row a call, all of one message. */
export function message(id: string, calls: readonly TestCall[], fields: object = {}): JsonObject[] {
  return calls.map((call) =>
    row('assistant', {
      message: { id, role: 'assistant', content: [{ type: 'tool_use', ...call }] },
      ...fields,
    }),
  );
}

export function says(id: string, text: string, fields: object = {}, model = 'claude-x'): JsonObject {
  const content = [{ type: 'text', text }];
  return row('assistant', { message: { id, role: 'assistant', model, content }, ...fields });
}

export function uuidOf(one: JsonObject): string {
  return textField(one, 'uuid') ?? '';
}

export function result(
  call: string,
  content: unknown,
  toolUseResult?: unknown,
  fields: object = {},
): JsonObject {
  const block = { type: 'tool_result', tool_use_id: call, content };
  const structured = toolUseResult === undefined ? {} : { toolUseResult };
  return row('user', { message: { role: 'user', content: [block] }, ...structured, ...fields });
}

export function failure(call: string, text: string, fields: object = {}): JsonObject {
  const block = { type: 'tool_result', tool_use_id: call, content: text, is_error: true };
  return row('user', {
    message: { role: 'user', content: [block] },
    toolUseResult: `Error: ${text}`,
    ...fields,
  });
}

export function user(content: unknown, fields: object = {}): JsonObject {
  return row('user', { message: { role: 'user', content }, ...fields });
}

export function system(subtype: string, fields: object = {}): JsonObject {
  return row('system', { subtype, ...fields });
}

export function attachment(content: object, fields: object = {}): JsonObject {
  return row('attachment', { attachment: content, ...fields });
}

/** Lines as the Read tool prints them. */
export function numbered(lines: readonly string[], start: number, mark = '\t'): string {
  return lines.map((line, i) => `${start + i}${mark}${line}`).join('\n');
}

/** A read of a file whose content is `text`, as the tool answers it: text for the model, record for the transcript. */
export function readAnswer(path: string, text: string, offset?: number, limit?: number) {
  const all = text.split('\n');
  const start = Math.max(offset ?? 1, 1);
  const lines = all.slice(start - 1, limit === undefined ? undefined : start - 1 + limit);
  const file = {
    filePath: path,
    content: lines.join('\n'),
    numLines: lines.length,
    startLine: offset ?? 1,
    totalLines: all.length,
  };
  const shown =
    text === ''
      ? '<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>'
      : lines.length === 0
        ? `<system-reminder>Warning: the file exists but is shorter than the provided offset (${start}). The file has ${all.length} lines.</system-reminder>`
        : numbered(lines, offset ?? 1);
  return { shown, record: { type: 'text', file } };
}

export const context = { hasher, source: 'claude-code', baseFolder: '/base', sessionFallback: 'fallback' };

export function events(rows: readonly JsonObject[]): AgentEvent[] {
  const reader = claudeCodeAdapter.reader(context);
  return [...rows.flatMap((one) => reader.read(one)), ...reader.flush()];
}

export function ofKind<K extends EventKind>(all: readonly AgentEvent[], kind: K) {
  return all.filter((event): event is Extract<AgentEvent, { kind: K }> => event.kind === kind);
}

/** The read of a file with this content by the Read tool. */
export function readOf(text: string, input: { offset?: number; limit?: number } = {}): ReadEvent {
  const { shown, record } = readAnswer('/ws/f', text, input.offset, input.limit);
  const call = { id: 'c', name: 'Read', input: { file_path: '/ws/f', ...input } };
  const [read] = ofKind(events([...message('m', [call]), result('c', shown, record)]), 'read');
  if (read === undefined) throw new Error('no read');
  return read;
}

export function bash(id: string, command: string): TestCall {
  return { id, name: 'Bash', input: { command } };
}

export function bashResult(
  call: string,
  stdout: string,
  fields: object = {},
  record: object = {},
): JsonObject {
  const structured = { stdout, stderr: '', interrupted: false, isImage: false, ...record };
  return result(call, stdout === '' ? '(Bash completed with no output)' : stdout, structured, fields);
}
