import type { LineHasher } from '../../text/lineHash';
import { dropOldest } from '../../text/maps';
import { type AgentEvent, type ContextLostEvent, type Envelope, MAIN_ACTOR } from '../../tracker/event';
import { Branches } from '../branches';
import type { FileMemory } from '../fileMemory';
import { field, textField, wholeField } from '../json';
import { type Done, Turn } from '../turn';
import { openWorkshop, type Workshop } from '../workshop';
import { Compactions } from './compaction';
import type { HookChanges } from './hooks';
import { type Call, callOf, callsOf, type Result, type Row, resultOf, type Started } from './row';
import { Shells } from './shells';
import { toolCall } from './toolCall';

type Actor = Pick<Envelope, 'source' | 'session' | 'agent' | 'actor'>;

const MOST_STARTED = 1000;

interface Held {
  readonly result: Result;
  readonly isChanged: boolean;
}

/** What one actor was told and did, event by event. */
export class Conversation {
  readonly #actor: Actor;
  readonly #workshop: Workshop;
  readonly #hooks: HookChanges;
  readonly #turn = new Turn<Call, Held>();
  readonly #shells = new Shells();
  readonly #compactions = new Compactions();
  readonly #branches = new Branches();
  readonly #started = new Map<string, Started>();
  /** Calls that a person made, not the model. */
  readonly #persons = new Set<string>();

  constructor(actor: Actor, hasher: LineHasher, memory: FileMemory, hooks: HookChanges) {
    this.#actor = actor;
    this.#hooks = hooks;
    this.#workshop = openWorkshop(hasher, memory);
  }

  /** @param cwd the folder that the session is in */
  read(row: Row, cwd: string): AgentEvent[] {
    const events = this.#row(row, cwd);
    const calls = row.type === 'assistant.message' ? callsOf(row).map(({ id }) => id) : [];
    this.#branches.note(row.id, calls);
    return events;
  }

  flush(cwd: string): AgentEvent[] {
    return this.#events(this.#turn.take(), cwd);
  }

  #row(row: Row, cwd: string): AgentEvent[] {
    const base = this.#envelope(row);
    switch (row.type) {
      case 'user.message':
        return [...this.#end(cwd), ...(this.#isPersons(row) ? [{ kind: 'prompt', ...base } as const] : [])];
      case 'assistant.message':
        return this.#assistant(row, cwd);
      case 'tool.user_requested':
        this.#noteOwn(textField(row.data, 'toolCallId'));
        return [];
      case 'tool.execution_start':
        this.#start(row);
        return [];
      case 'tool.execution_complete':
        return this.#complete(row, cwd);
      case 'session.compaction_start':
        this.#compactions.start();
        return [];
      case 'session.compaction_complete': {
        const kept = this.#compactions.complete(row);
        return kept === null ? [] : this.#lost({ ...base, reason: 'compaction', kept }, cwd);
      }
      case 'session.truncation': {
        const removed = wholeField(row.data, 'messagesRemovedDuringTruncation');
        // The oldest messages go; which calls they held is not told.
        return removed === 0 ? [] : this.#lost({ ...base, reason: 'compaction', kept: [] }, cwd);
      }
      case 'session.context_cleared':
        return this.#lost({ ...base, reason: 'clear' }, cwd);
      case 'session.snapshot_rewind':
        return this.#rewound(row, cwd);
      case 'abort':
        return [...this.flush(cwd), { kind: 'interrupted', ...base }];
      case 'session.shutdown':
        return [...this.#end(cwd), { kind: 'session-end', ...base }];
      default:
        return [];
    }
  }

  /** What comes from another agent, a skill or the program itself names its source. */
  #isPersons({ data }: Row): boolean {
    const source = field(data, 'source');
    return this.#actor.actor === MAIN_ACTOR && (source === undefined || source === null || source === 'user');
  }

  #assistant(row: Row, cwd: string): AgentEvent[] {
    const { isNew, done } = this.#turn.enter(textField(row.data, 'messageId') ?? row.id);
    const events = this.#events(done, cwd);
    if (isNew) events.push({ kind: 'turn', ...this.#envelope(row) });
    const calls = callsOf(row);
    this.#compactions.called(calls.map(({ id }) => id));
    for (const call of calls) this.#turn.add(call);
    return events;
  }

  #start({ data }: Row): void {
    const id = textField(data, 'toolCallId') ?? '';
    const tool = textField(data, 'toolName');
    if (id === '' || tool === undefined || this.#persons.has(id)) return;
    const args = field(data, 'arguments');
    const server = textField(data, 'mcpServerName');
    this.#started.set(id, { args, server, serverTool: textField(data, 'mcpToolName') });
    dropOldest(this.#started, MOST_STARTED);
    this.#turn.add(callOf(id, tool, args));
  }

  #complete(row: Row, cwd: string): AgentEvent[] {
    const id = textField(row.data, 'toolCallId') ?? '';
    const call = this.#turn.callOf(id);
    const isChanged = call !== undefined && this.#hooks.take(this.#carriedOut(call));
    const late = this.#turn.resolve(id, { result: resultOf(row), isChanged });
    return this.#events([...late, ...(this.#turn.isComplete ? this.#turn.take() : [])], cwd);
  }

  #end(cwd: string): AgentEvent[] {
    return this.#events(this.#turn.end(), cwd);
  }

  #lost(how: Omit<ContextLostEvent, 'kind'>, cwd: string): AgentEvent[] {
    const held = this.flush(cwd);
    this.#workshop.unsettled.clear();
    return [...held, { kind: 'context-lost', ...how }];
  }

  /** The event that is named, and all after it, are undone; files may be put back as they were then. */
  #rewound(row: Row, cwd: string): AgentEvent[] {
    const held = this.#end(cwd);
    const toCall = this.#branches.undone(textField(row.data, 'upToEventId'));
    this.#workshop.memory.clear();
    const undone = toCall === null ? {} : { toCall };
    return [...held, ...this.#lost({ ...this.#envelope(row), reason: 'rewind', ...undone }, cwd)];
  }

  #noteOwn(id: string | undefined): void {
    if (id !== undefined && this.#persons.size < MOST_STARTED) this.#persons.add(id);
  }

  /** The call with the arguments that it was carried out with. */
  #carriedOut(call: Call): Call {
    const started = this.#started.get(call.id);
    return started === undefined ? call : callOf(call.id, call.tool, started.args);
  }

  /** The events of calls that are done, in their order. */
  #events(done: readonly Done<Call, Held>[], cwd: string): AgentEvent[] {
    return done.flatMap(({ call, result: { result, isChanged } }) => {
      const { id } = call;
      const base = { ...this.#actor, time: result.time, call: id };
      const started = this.#started.get(id);
      const carriedOut = this.#carriedOut(call);
      this.#started.delete(id);
      const setting = { base, cwd, workshop: this.#workshop, shells: this.#shells, isChanged, started };
      return this.#withSettled(toolCall(carriedOut, result, setting));
    });
  }

  /** What a read tells of earlier commands' output comes before it: it was given before. */
  #withSettled(events: readonly AgentEvent[]): AgentEvent[] {
    return events.flatMap((event) => {
      if (event.kind !== 'read' || event.returned.length === 0) return [event];
      return [...this.#workshop.unsettled.settle(event.path), event];
    });
  }

  #envelope(row: Row): Envelope {
    return { ...this.#actor, time: row.time, call: null };
  }
}
