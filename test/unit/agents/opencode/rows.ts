import type { JsonObject } from '../../../../src/agents/adapter';
import { opencodeAdapter } from '../../../../src/agents/opencode/adapter';
import { LineHasher } from '../../../../src/text/lineHash';
import type { AgentEvent } from '../../../../src/tracker/event';

export const hasher = new LineHasher([1, 2]);
export const START = 1_800_000_000_000;
let now = START;

export function open() {
  return opencodeAdapter.reader({
    hasher,
    source: 'opencode',
    baseFolder: '/ws',
    sessionFallback: 'unnamed',
  });
}

/** The events of rows, read as a whole. */
export function read(...rows: readonly JsonObject[]): AgentEvent[] {
  const reader = open();
  return [...rows.flatMap((row) => reader.read(row)), ...reader.flush()];
}

export function session(id = 'ses_a', more: JsonObject = {}): JsonObject {
  return {
    table: 'session',
    id,
    parent_id: null,
    directory: '/ws',
    revert: null,
    time_created: START,
    time_updated: now++,
    ...more,
  };
}

export function message(id: string, data: JsonObject = {}, of = 'ses_a'): JsonObject {
  const time_created = now++;
  const time = { created: time_created, completed: time_created };
  return { table: 'message', id, session_id: of, time_created, data: { role: 'assistant', time, ...data } };
}

export function user(id: string, of = 'ses_a'): JsonObject {
  return message(id, { role: 'user' }, of);
}

export function part(id: string, of: string, data: JsonObject, inSession = 'ses_a'): JsonObject {
  return {
    table: 'part',
    id,
    message_id: of,
    session_id: inSession,
    time_created: now++,
    data,
  };
}

export interface Told {
  readonly status?: string;
  readonly input?: JsonObject;
  readonly output?: string;
  readonly error?: string;
  readonly metadata?: JsonObject;
  readonly compacted?: number;
  readonly attachments?: readonly JsonObject[];
}

/** A tool call whose id is that of its part, with `call` for `prt`. */
export function tool(id: string, of: string, name: string, told: Told, inSession = 'ses_a'): JsonObject {
  const { status = told.error === undefined ? 'completed' : 'error', compacted, ...rest } = told;
  const time = { start: now, end: now, ...(compacted === undefined ? {} : { compacted }) };
  const state = { status, input: {}, ...rest, time };
  return part(id, of, { type: 'tool', tool: name, callID: id.replace('prt', 'call'), state }, inSession);
}

/** The answer of the read tool as versions since 2026 give it. */
export function shown(lines: readonly string[], first: number, total: number): string {
  const last = first + lines.length - 1;
  const end =
    last < total
      ? `(Showing lines ${first}-${last} of ${total}. Use offset=${last + 1} to continue.)`
      : `(End of file - total ${total} lines)`;
  const numbered = lines.map((line, i) => `${first + i}: ${line}`).join('\n');
  return `<path>/ws/a.ts</path>\n<type>file</type>\n<content>\n${numbered}\n\n${end}\n</content>`;
}

export function display(lines: readonly string[], first: number, total: number): JsonObject {
  const lineEnd = first + lines.length - 1;
  return {
    display: { type: 'file', text: lines.join('\n'), lineStart: first, lineEnd, totalLines: total },
  };
}

/** A read of `/ws/a.ts` that showed lines `first` to `last` of `total`. */
export function readOf(id: string, of: string, first: number, last: number, total = 100): JsonObject {
  const lines = Array.from({ length: last - first + 1 }, (_, i) => `line ${first + i}`);
  return tool(id, of, 'read', {
    input: { filePath: '/ws/a.ts', offset: first, limit: lines.length },
    output: shown(lines, first, total),
    metadata: display(lines, first, total),
  });
}
