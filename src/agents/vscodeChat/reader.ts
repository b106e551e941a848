import { type AgentEvent, type Envelope, MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject, ReaderContext, RecordReader } from '../adapter';
import type { Row } from '../copilotCli/row';
import { field, isObject, objectField, textField } from '../json';
import { knownFolder } from '../knownFolder';
import { folderOf } from '../recordedFolder';
import { type Done, Turn } from '../turn';
import { openWorkshop } from '../workshop';
import { type ChatRequest, chatRequests, isChatSession } from './chatSession';
import { isMutation, MutatedValue } from './mutations';
import { type Call, callOf, chatRow, type Result, requestsOf, resultId } from './row';
import { toolCall } from './toolCall';

const MOST_REQUESTS = 100_000;

/**
 * A chat of VS Code's own agent: the transcript of the extension, line by line, or the chat as the editor keeps it, whole
 * or in steps. The transcript holds no results as a rule, so what a read gave is not known; the editor's chat has them,
 * once a request is answered.
 *
 * All of this follows from the source of the extension (spring 2026), and for the editor's chat from what others found;
 * no run of it was seen.
 */
export class VscodeChatReader implements RecordReader {
  readonly rejected = 0;
  readonly #context: ReaderContext;
  readonly #workshop;
  readonly #turn = new Turn<Call, Result>();
  readonly #steps = new MutatedValue();
  /** Requests of the editor's chat that were told, with the first call of each. */
  readonly #told = new Map<string, string | null>();
  #session: string;
  #cwd: string;
  #isStarted = false;

  constructor(context: ReaderContext) {
    this.#context = context;
    this.#workshop = openWorkshop(context.hasher);
    this.#session = context.sessionFallback;
    this.#cwd = context.baseFolder;
  }

  read(record: JsonObject): AgentEvent[] {
    if (isMutation(record)) {
      this.#steps.apply(record);
      if (!mayAnswer(record)) return [];
      const { value } = this.#steps;
      return isObject(value) ? this.#chat(value) : [];
    }
    if (isChatSession(record)) return this.#chat(record);
    const row = chatRow(record);
    return row === null ? [] : this.#row(row);
  }

  flush(): AgentEvent[] {
    return this.#events(this.#turn.take());
  }

  #row(row: Row): AgentEvent[] {
    if (row.type === 'session.start') return this.#start(row);
    const events = this.#started(row.time);
    const base = this.#envelope(row.time);
    switch (row.type) {
      case 'user.message':
        return [...events, ...this.#events(this.#turn.end()), { kind: 'prompt', ...base }];
      case 'assistant.message': {
        const { done } = this.#turn.enter(textField(row.data, 'messageId') ?? row.id);
        events.push(...this.#events(done), { kind: 'turn', ...base });
        for (const call of requestsOf(row)) this.#turn.add(call);
        return events;
      }
      case 'tool.execution_start': {
        const tool = textField(row.data, 'toolName') ?? '';
        const started = callOf(textField(row.data, 'toolCallId'), tool, field(row.data, 'arguments'));
        for (const call of started) this.#turn.add(call);
        return events;
      }
      case 'tool.execution_complete':
        return [...events, ...this.#complete(row)];
      default:
        return events;
    }
  }

  #start({ data, time }: Row): AgentEvent[] {
    this.#session = textField(data, 'sessionId') ?? this.#session;
    const told = folderOf(textField(objectField(data, 'context') ?? {}, 'cwd'));
    this.#cwd = told ?? this.#cwd;
    return this.#started(time, told);
  }

  #started(time: number | null, told?: string): AgentEvent[] {
    if (this.#isStarted) return [];
    this.#isStarted = true;
    const cwd = told ?? knownFolder(this.#context);
    return [{ kind: 'session-start', ...this.#envelope(time), cwd, parent: null }];
  }

  #complete({ data, time }: Row): AgentEvent[] {
    const text = textField(objectField(data, 'result') ?? {}, 'content') ?? null;
    const result = { isSuccess: field(data, 'success') === true, text, time };
    const late = this.#turn.resolve(resultId(textField(data, 'toolCallId')), result);
    return this.#events([...late, ...(this.#turn.isComplete ? this.#turn.take() : [])]);
  }

  /** What is new in the editor's chat. Requests that are not there any more were undone. */
  #chat(session: JsonObject): AgentEvent[] {
    this.#session = textField(session, 'sessionId') ?? this.#session;
    const requests = chatRequests(session);
    const ids = new Set(requests.map(({ id }) => id));
    const gone = [...this.#told].filter(([id]) => !ids.has(id));
    const [first] = requests;
    const events = first === undefined ? [] : this.#started(first.time);
    for (const [id] of gone) this.#told.delete(id);
    const toCall = gone.map(([, call]) => call).find((call) => call !== null);
    if (toCall !== undefined && toCall !== null) {
      this.#workshop.memory.clear();
      this.#workshop.unsettled.clear();
      events.push({ kind: 'context-lost', ...this.#envelope(null), reason: 'rewind', toCall });
    }
    for (const request of requests) {
      if (this.#told.has(request.id) || this.#told.size >= MOST_REQUESTS) continue;
      this.#told.set(request.id, request.rounds.flat()[0]?.id ?? null);
      events.push(...this.#request(request));
    }
    return events;
  }

  #request({ time, rounds, results }: ChatRequest): AgentEvent[] {
    const base = this.#envelope(time);
    const events: AgentEvent[] = [{ kind: 'prompt', ...base }];
    for (const calls of rounds) {
      events.push({ kind: 'turn', ...base });
      const done = calls.flatMap((call) => {
        const result = results.get(call.id);
        return result === undefined ? [] : [{ call, result, isTouched: false }];
      });
      events.push(...this.#events(done));
    }
    return events;
  }

  #events(done: readonly Done<Call, Result>[]): AgentEvent[] {
    return done.flatMap(({ call, result }) => {
      const base = { ...this.#envelope(result.time), call: call.id };
      const events = toolCall(call, result, this.#cwd, base, this.#workshop);
      // What a read tells of earlier commands' output comes before it: it was given before.
      return events.flatMap((event) =>
        event.kind === 'read' && event.returned.length > 0
          ? [...this.#workshop.unsettled.settle(event.path), event]
          : [event],
      );
    });
  }

  #envelope(time: number | null): Envelope {
    const { source } = this.#context;
    return { source, session: this.#session, agent: 'vscode-chat', actor: MAIN_ACTOR, time, call: null };
  }
}

/** Whether a step may have answered a request, or taken one away. */
function mayAnswer(record: JsonObject): boolean {
  const keys = field(record, 'k');
  if (!Array.isArray(keys)) return true;
  return keys[0] === 'requests' && (keys.length <= 2 || keys[2] === 'result');
}
