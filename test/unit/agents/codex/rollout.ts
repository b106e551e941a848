import type { JsonObject } from '../../../../src/agents/adapter';
import { codexAdapter } from '../../../../src/agents/codex/adapter';
import { LineHasher } from '../../../../src/text/lineHash';
import type { AgentEvent, ReadEvent } from '../../../../src/tracker/event';

export const hasher = new LineHasher([3, 5]);
export const CWD = '/ws';

/** Rows of a rollout, a second apart. */
export class Rollout {
  readonly rows: JsonObject[] = [];
  #time = Date.UTC(2026, 0, 1);

  row(type: string, payload: object): this {
    this.rows.push({ timestamp: new Date(this.#time).toISOString(), type, payload });
    this.#time += 1000;
    return this;
  }

  meta(more: object = {}): this {
    return this.row('session_meta', { id: 't1', timestamp: '2026-01-01T00:00:00Z', cwd: CWD, ...more });
  }

  event(payload: object): this {
    return this.row('event_msg', payload);
  }

  call(id: string, name: string, args: object): this {
    return this.row('response_item', {
      type: 'function_call',
      name,
      arguments: JSON.stringify(args),
      call_id: id,
    });
  }

  result(id: string, output: unknown): this {
    return this.row('response_item', { type: 'function_call_output', call_id: id, output });
  }

  custom(id: string, name: string, input: string): this {
    return this.row('response_item', { type: 'custom_tool_call', name, input, call_id: id });
  }

  customResult(id: string, output: unknown): this {
    return this.row('response_item', { type: 'custom_tool_call_output', call_id: id, output });
  }

  /** A command and what it printed. */
  ran(id: string, cmd: string, printed: string, exitCode = 0): this {
    return this.call(id, 'exec_command', { cmd }).result(id, unified(printed, exitCode));
  }

  /** What a script's command printed, as the agent recorded it. */
  ranInScript(id: string, script: string, printed: string, exitCode = 0): this {
    return this.event({
      type: 'item_completed',
      item: {
        type: 'CommandExecution',
        id,
        command: ['/bin/bash', '-lc', script],
        cwd: `file://${CWD}`,
        aggregated_output: printed,
        exit_code: exitCode,
      },
    });
  }

  events(): AgentEvent[] {
    return eventsOf(this.rows);
  }
}

export function eventsOf(rows: readonly JsonObject[]): AgentEvent[] {
  const reader = codexAdapter.reader({
    hasher,
    source: 'codex',
    baseFolder: '/',
    sessionFallback: 'rollout-x',
  });
  return [...rows.flatMap((row) => reader.read(row)), ...reader.flush()];
}

export const tokens = (text: string) => Math.ceil(new TextEncoder().encode(text).length / 4);

/** A result of `exec_command`. */
export function unified(printed: string, exitCode = 0, count = tokens(printed)): string {
  return `Chunk ID: a1b2c3\nWall time: 0.0100 seconds\nProcess exited with code ${exitCode}\nOriginal token count: ${count}\nOutput:\n${printed}`;
}

export const text = (from: number, to: number, word = 'line') =>
  Array.from({ length: to - from + 1 }, (_, i) => `${word} ${from + i}\n`).join('');

/** `path outcome ranges` of each read. */
export const reads = (events: readonly AgentEvent[]) =>
  events
    .filter((event): event is ReadEvent => event.kind === 'read')
    .map(({ call, path, outcome, returned }) =>
      [call, path, outcome, ...returned.map(([a, b]) => `${a}-${b}`)].join(' '),
    );

export const kinds = (events: readonly AgentEvent[]) => events.map((event) => event.kind);
