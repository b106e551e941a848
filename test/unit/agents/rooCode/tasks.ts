import type { Adapter, JsonObject } from '../../../../src/agents/adapter';
import { rooCodeAdapter } from '../../../../src/agents/rooCode/adapter';
import { LineHasher } from '../../../../src/text/lineHash';
import type { AgentEvent, EventKind } from '../../../../src/tracker/event';

export const hasher = new LineHasher([5, 6]);

/** A task's history as its extension writes it: messages with times of their own. */
export class Task {
  readonly items: JsonObject[] = [];
  #time = 1_764_489_600_000;

  #add(message: object): this {
    this.#time += 1000;
    this.items.push({ ts: this.#time, ...message });
    return this;
  }

  user(...content: object[]): this {
    return this.#add({ role: 'user', content });
  }

  assistant(...content: object[]): this {
    return this.#add({ role: 'assistant', content });
  }

  message(fields: object): this {
    return this.#add(fields);
  }

  /** What follows comes later than anything before. */
  pause(): this {
    this.#time += 1_000_000;
    return this;
  }

  prompt(text = 'go'): this {
    const details =
      '<environment_details>\n# Current Workspace Directory (/ws) Files\na.ts\n</environment_details>';
    return this.user({ type: 'text', text: `<task>\n${text}\n</task>` }, { type: 'text', text: details });
  }

  /** A native call and its answer. */
  native(id: string, tool: string, input: object, answer: string, fields: object = {}): this {
    this.assistant({ type: 'tool_use', id, name: tool, input });
    return this.user({ type: 'tool_result', tool_use_id: id, content: answer, ...fields });
  }

  /** A call that is written as text, and its answer below a headline. */
  written(call: string, headline: string, answer: string): this {
    this.assistant({ type: 'text', text: call });
    return this.user(
      { type: 'text', text: `[${headline}] Result:` },
      { type: 'text', text: answer },
      { type: 'text', text: '<environment_details>\n# VSCode Visible Files\n</environment_details>' },
    );
  }

  get record(): JsonObject {
    return { items: structuredClone(this.items) };
  }
}

export function readerOf(adapter: Adapter = rooCodeAdapter) {
  return adapter.reader({
    hasher,
    source: adapter.kind,
    baseFolder: '/elsewhere',
    sessionFallback: 'api_conversation_history',
    file: '/store/tasks/task-1/api_conversation_history.json',
  });
}

export function events(task: Task, adapter?: Adapter): AgentEvent[] {
  const reader = readerOf(adapter);
  return [...reader.read(task.record), ...reader.flush()];
}

export function ofKind<Kind extends EventKind>(all: readonly AgentEvent[], kind: Kind) {
  return all.filter((event): event is Extract<AgentEvent, { kind: Kind }> => event.kind === kind);
}
