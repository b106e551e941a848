import type { JsonObject } from '../../../../src/agents/adapter';
import { qwenCodeAdapter } from '../../../../src/agents/qwenCode/adapter';
import { LineHasher } from '../../../../src/text/lineHash';
import type { AgentEvent } from '../../../../src/tracker/event';

export const hasher = new LineHasher([3, 5]);

/** Rows of one transcript, each the child of the one before. */
export class Rows {
  readonly rows: JsonObject[] = [];
  readonly #extra: JsonObject;

  constructor(extra: JsonObject = {}) {
    this.#extra = extra;
  }

  get last(): string {
    return `r${this.rows.length}`;
  }

  add(type: string, fields: JsonObject): this {
    const parentUuid = this.rows.length === 0 ? null : this.last;
    const uuid = `r${this.rows.length + 1}`;
    this.rows.push({
      uuid,
      parentUuid,
      sessionId: 's1',
      timestamp: '2026-01-02T03:04:05.000Z',
      type,
      cwd: '/ws',
      ...this.#extra,
      ...fields,
    });
    return this;
  }

  user(text: string, fields: JsonObject = {}): this {
    return this.add('user', {
      provenance: 'real_user',
      message: { role: 'user', parts: [{ text }] },
      ...fields,
    });
  }

  calls(...calls: readonly (readonly [id: string, name: string, args: object])[]): this {
    const parts = calls.map(([id, name, args]) => ({ functionCall: { id, name, args } }));
    return this.add('assistant', { message: { role: 'model', parts } });
  }

  result(id: string, text: string, display: unknown = '', told: JsonObject = {}): this {
    const isError = Object(told).status === 'error';
    const response = isError ? { error: text } : { output: text };
    return this.add('tool_result', {
      message: { role: 'user', parts: [{ functionResponse: { id, name: 'x', response } }] },
      toolCallResult: {
        callId: id,
        status: 'success',
        executionStatus: 'success',
        ...(display === undefined ? {} : { resultDisplay: display }),
        ...told,
      },
    });
  }

  read(id: string, text: string, args: object = {}, display: unknown = '', told: JsonObject = {}): this {
    return this.calls([id, 'read_file', { file_path: '/ws/f', ...args }]).result(id, text, display, told);
  }

  system(subtype: string, systemPayload: JsonObject, fields: JsonObject = {}): this {
    return this.add('system', { subtype, systemPayload, ...fields });
  }

  get events(): AgentEvent[] {
    const reader = qwenCodeAdapter.reader({
      hasher,
      source: 'qwen-code',
      baseFolder: '/',
      sessionFallback: 'x',
    });
    return [...this.rows.flatMap((row) => reader.read(row)), ...reader.flush()];
  }

  of<K extends AgentEvent['kind']>(kind: K): Extract<AgentEvent, { kind: K }>[] {
    return this.events.filter((event): event is Extract<AgentEvent, { kind: K }> => event.kind === kind);
  }
}
