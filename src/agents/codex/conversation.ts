import type { AgentEvent, ContextLostEvent, Envelope } from '../../tracker/event';
import type { JsonObject, ReaderContext } from '../adapter';
import { isObject, listField, objectField, textField, wholeField } from '../json';
import { type Done, Turn } from '../turn';
import { openWorkshop, type Workshop } from '../workshop';
import { type Call, callOf, type Result, resultOf } from './call';
import { CodexCalls } from './calls';
import { folderField } from './command';
import { itemOf } from './items';
import { isPersonsMessage } from './prompt';
import type { Row } from './row';
import type { Thread } from './thread';
import { Turns } from './turns';

/** What the model says or does: a row of these belongs to one of its messages. */
const MODEL =
  /^(?:function_call|custom_tool_call|local_shell_call|web_search_call|reasoning|tool_search_call)$/;

/** What one thread was told and did, row by row. */
export class Conversation {
  readonly #thread: Thread;
  readonly #source: string;
  readonly #workshop: Workshop;
  readonly #turn = new Turn<Call, Result>();
  readonly #calls: CodexCalls;
  readonly #turns = new Turns();
  #cwd: string;
  #message = 0;
  /** The model has been given something since its last message. */
  #isTold = true;
  /** A person's prompt was told of since then. */
  #isPrompted = false;
  /** A compaction was told of since then. */
  #isCompacted = false;

  constructor(thread: Thread, context: ReaderContext) {
    this.#thread = thread;
    this.#source = context.source;
    this.#cwd = thread.cwd ?? context.baseFolder;
    this.#workshop = openWorkshop(context.hasher);
    this.#calls = new CodexCalls(this.#workshop);
  }

  start(time: number | null): AgentEvent {
    const { cwd = null, parent } = this.#thread;
    return { kind: 'session-start', ...this.#envelope(time), cwd, parent };
  }

  read(row: Row): AgentEvent[] {
    switch (row.type) {
      case 'context':
        this.#cwd = folderField(row.payload, 'cwd') ?? this.#cwd;
        return [];
      case 'item':
        return this.#item(row);
      case 'event':
        return this.#event(row);
      case 'compacted':
        return this.#compacted(row);
      default:
        return [];
    }
  }

  flush(): AgentEvent[] {
    return this.#events(this.#turn.take());
  }

  /** The thread's own part begins: what others did meanwhile is not known. */
  unsettle(): void {
    this.flush();
    this.#workshop.unsettled.clear();
    this.#workshop.memory.unsettle();
  }

  #item(row: Row): AgentEvent[] {
    const { payload } = row;
    const type = textField(payload, 'type') ?? '';
    const isAssistant = type === 'message' && textField(payload, 'role') === 'assistant';
    if (isAssistant || MODEL.test(type)) return this.#said(row);
    const result = resultOf(payload, row.time);
    if (result !== null) {
      this.#isTold = true;
      this.#calls.ended(...result);
      const late = this.#turn.resolve(...result);
      return this.#events([...late, ...(this.#turn.isComplete ? this.#turn.take() : [])]);
    }
    return row.isBare && isPersonsMessage(payload) ? this.#prompt(row) : [];
  }

  /** The model says something, or calls a tool. */
  #said(row: Row): AgentEvent[] {
    const events: AgentEvent[] = [];
    if (this.#isTold) {
      this.#isTold = false;
      this.#isPrompted = false;
      this.#isCompacted = false;
      events.push(...this.#events(this.#turn.enter(`${++this.#message}`).done));
      this.#calls.over();
      events.push({ kind: 'turn', ...this.#envelope(row.time) });
    }
    const call = callOf(row.payload, this.#cwd);
    // Some rollouts hold a history twice.
    if (call !== null && this.#calls.began(call, row.time)) {
      this.#turn.add(call);
      this.#turns.called(call.id);
    }
    return events;
  }

  #event(row: Row): AgentEvent[] {
    const { payload } = row;
    const item = itemOf(payload, this.#cwd);
    if (item !== null) {
      this.#calls.note(item, row.time);
      return [];
    }
    switch (textField(payload, 'type')) {
      case 'item_completed':
        return this.#completed(row);
      case 'user_message':
        return /^(?:plain)?$/.test(textField(payload, 'kind') ?? '') ? this.#prompt(row) : [];
      case 'context_compacted':
        return this.#isCompacted ? [] : this.#lost({ reason: 'compaction', kept: [] }, row);
      case 'thread_rolled_back':
        return this.#rolledBack(row);
      case 'turn_aborted': {
        const events = this.#events(this.#turn.end());
        this.#isTold = true;
        const isStop = /^(?:interrupted)?$/.test(textField(payload, 'reason') ?? '');
        return isStop ? [...events, { kind: 'interrupted', ...this.#envelope(row.time) }] : events;
      }
      default:
        return [];
    }
  }

  #completed(row: Row): AgentEvent[] {
    switch (textField(objectField(row.payload, 'item') ?? {}, 'type')) {
      case 'UserMessage':
        return this.#prompt(row);
      case 'ContextCompaction':
        return this.#isCompacted ? [] : this.#lost({ reason: 'compaction', kept: [] }, row);
      default:
        return [];
    }
  }

  /** What a subagent is told comes from the agent that started it. */
  #prompt(row: Row): AgentEvent[] {
    const events = this.#events(this.#turn.end());
    this.#isTold = true;
    if (this.#isPrompted) return events;
    this.#isPrompted = true;
    this.#turns.begin();
    return this.#thread.actor === 'main'
      ? [...events, { kind: 'prompt', ...this.#envelope(row.time) }]
      : events;
  }

  #compacted(row: Row): AgentEvent[] {
    const events = this.#events(this.#turn.end());
    const history = listField(row.payload, 'replacement_history')?.filter(isObject) ?? [];
    const kept = history.flatMap((item: JsonObject) => {
      const result = resultOf(item, null);
      return result !== null && this.#calls.isAsGiven(...result) ? [result[0]] : [];
    });
    return [...events, ...this.#lost({ reason: 'compaction', kept }, row)];
  }

  #rolledBack(row: Row): AgentEvent[] {
    const events = this.#events(this.#turn.end());
    const toCall = this.#turns.undo(wholeField(row.payload, 'num_turns') ?? 0);
    return toCall === null ? events : [...events, ...this.#lost({ reason: 'rewind', toCall }, row)];
  }

  #lost(how: Pick<ContextLostEvent, 'reason' | 'kept' | 'toCall'>, row: Row): AgentEvent[] {
    this.#isTold = true;
    this.#isCompacted = how.reason === 'compaction';
    this.#workshop.unsettled.clear();
    return [{ kind: 'context-lost', ...this.#envelope(row.time), ...how }];
  }

  /** The events of calls that are done, in their order. */
  #events(done: readonly Done<Call, Result>[]): AgentEvent[] {
    return done.flatMap(({ call, result }) => {
      const events = this.#calls.events(call, result, { ...this.#envelope(result.time), call: call.id });
      return events.flatMap((event) => this.#withSettled(event));
    });
  }

  /** What a read tells of earlier commands' output comes before it: it was given before. */
  #withSettled(event: AgentEvent): AgentEvent[] {
    if (event.kind !== 'read' || event.returned.length === 0) return [event];
    return [...this.#workshop.unsettled.settle(event.path), event];
  }

  #envelope(time: number | null): Envelope {
    const { session, actor } = this.#thread;
    return { source: this.#source, session, agent: 'codex', actor, time, call: null };
  }
}
