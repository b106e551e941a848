import type { JsonObject } from '../../../../src/agents/adapter';
import { clineAdapter } from '../../../../src/agents/cline/adapter';
import { LineHasher } from '../../../../src/text/lineHash';
import type { AgentEvent, EventKind } from '../../../../src/tracker/event';

export const hasher = new LineHasher([7, 8]);

export interface FileResult {
  readonly query: string;
  readonly result: unknown;
  readonly success?: boolean;
  readonly error?: string;
}

/** A messages file as Cline writes it. */
export class Session {
  messages: JsonObject[] = [];
  #time = 1_764_489_600_000;
  #calls = 0;

  #add(role: string, content: unknown, fields: object = {}): this {
    this.#time += 1000;
    this.messages.push({ id: `msg_${this.#time}`, role, content, ts: this.#time, ...fields });
    return this;
  }

  prompt(text = 'go', fields: object = {}): this {
    return this.#add('user', [{ type: 'text', text }], fields);
  }

  attached(path: string, content: string): this {
    return this.#add('user', [
      { type: 'text', text: 'go' },
      { type: 'file', path, content },
    ]);
  }

  /** One assistant's message with calls, and a message for each result. */
  turn(...calls: readonly (readonly [tool: string, input: unknown, content: unknown])[]): this {
    const ids = calls.map(() => `c${++this.#calls}`);
    this.#add(
      'assistant',
      calls.map(([name, input], i) => ({ type: 'tool_use', id: ids[i], name, input })),
    );
    for (const [i, [name, , content]] of calls.entries())
      this.#add('user', [{ type: 'tool_result', tool_use_id: ids[i], name, content }]);
    return this;
  }

  /** A call of `read_files` for one file. */
  read(path: string, result: unknown, range?: readonly [number, number]): this {
    const query = range === undefined ? path : `${path}:${range[0]}-${range[1]}`;
    const file = range === undefined ? { path } : { path, start_line: range[0], end_line: range[1] };
    return this.turn(['read_files', { files: [file] }, [{ query, result, success: true }]]);
  }

  record(fields: object = {}): JsonObject {
    return {
      version: 1,
      updated_at: '2026-11-30T08:31:29.244Z',
      agent: 'lead',
      sessionId: 's1',
      origin: { source: 'cli', mode: 'user', sessionId: 's1', version: '3.0.65' },
      messages: structuredClone(this.messages),
      ...fields,
    };
  }
}

export function readerOf(file?: string) {
  return clineAdapter.reader({
    hasher,
    source: 'cline',
    baseFolder: '/ws',
    sessionFallback: 's1.messages',
    ...(file === undefined ? {} : { file }),
  });
}

export function events(session: Session, fields: object = {}): AgentEvent[] {
  const reader = readerOf();
  return [...reader.read(session.record(fields)), ...reader.flush()];
}

export function ofKind<Kind extends EventKind>(all: readonly AgentEvent[], kind: Kind) {
  return all.filter((event): event is Extract<AgentEvent, { kind: Kind }> => event.kind === kind);
}

/** The lines as `read_files` prints them. */
export function numbered(lines: readonly string[], first = 1): string {
  const width = String(first + lines.length - 1).length;
  return lines.map((line, i) => `${String(first + i).padStart(width)} | ${line}`).join('\n');
}
