import type { JsonObject } from '../../../../src/agents/adapter';
import { piAdapter } from '../../../../src/agents/pi/adapter';
import { LineHasher } from '../../../../src/text/lineHash';
import type { AgentEvent, EventKind } from '../../../../src/tracker/event';

export const hasher = new LineHasher([17, 19]);

const START = 1_764_489_600_000;

/** A session file, written as pi writes it: each row continues the last one, or the one that was gone back to. */
export class SessionFile {
  readonly rows: JsonObject[] = [];
  #leaf: string | null = null;

  constructor(header: object = {}) {
    this.rows.push({
      type: 'session',
      version: 3,
      id: 'session-1',
      timestamp: new Date(START).toISOString(),
      cwd: '/ws',
      ...header,
    });
  }

  get leaf(): string | null {
    return this.#leaf;
  }

  /** The row that the next one continues. */
  goTo(id: string | null): this {
    this.#leaf = id;
    return this;
  }

  add(type: string, fields: object = {}): string {
    const id = `id-${this.rows.length}`;
    const timestamp = new Date(START + this.rows.length * 1000).toISOString();
    this.rows.push({ type, id, parentId: this.#leaf, timestamp, ...fields });
    this.#leaf = id;
    return id;
  }

  say(message: object): string {
    return this.add('message', { message });
  }

  user(text = 'go on'): string {
    return this.say({ role: 'user', content: [{ type: 'text', text }] });
  }

  /** One message with these calls; their results follow one by one. */
  calls(...calls: readonly (readonly [id: string, name: string, input: object])[]): string {
    const content = calls.map(([id, name, input]) => ({ type: 'toolCall', id, name, arguments: input }));
    return this.say({ role: 'assistant', content, stopReason: 'toolUse' });
  }

  result(call: string, tool: string, text: string, fields: object = {}): string {
    const content = [{ type: 'text', text }];
    return this.say({
      role: 'toolResult',
      toolCallId: call,
      toolName: tool,
      content,
      isError: false,
      ...fields,
    });
  }

  call(id: string, name: string, input: object, text: string, fields: object = {}): string {
    this.calls([id, name, input]);
    return this.result(id, name, text, fields);
  }

  compaction(firstKeptEntryId: string): string {
    return this.add('compaction', { summary: 'so far', firstKeptEntryId, tokensBefore: 1 });
  }
}

export function events(rows: readonly JsonObject[]): AgentEvent[] {
  const reader = piAdapter.reader({
    hasher,
    source: 'pi',
    baseFolder: '/base',
    sessionFallback: 'fallback',
  });
  return [...rows.flatMap((row) => reader.read(row)), ...reader.flush()];
}

export function ofKind<K extends EventKind>(
  all: readonly AgentEvent[],
  kind: K,
): Extract<AgentEvent, { kind: K }>[] {
  return all.filter((event): event is Extract<AgentEvent, { kind: K }> => event.kind === kind);
}
