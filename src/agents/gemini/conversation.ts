import type { LineHasher } from '../../text/lineHash';
import { dropOldest } from '../../text/maps';
import { type AgentEvent, type Envelope, MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import type { Call, Result } from '../geminiFamily/call';
import { listField } from '../json';
import { folderOf } from '../recordedFolder';
import { type Done, Turn } from '../turn';
import { openWorkshop, type Workshop } from '../workshop';
import { Context, type Loss } from './context';
import { mentionedFiles } from './mentions';
import { isModels, isPrompt, workspaceFolder } from './prompts';
import { callsOf, isStoppedByHook, type Message, messagesOf } from './record';
import { toolCall } from './toolCall';

/** What the events of a conversation have in common. */
export type Speaker = Pick<Envelope, 'source' | 'session' | 'agent' | 'actor'>;

export interface Opening {
  readonly speaker: Speaker;
  /** Session or actor that started this one, if any. */
  readonly parent: string | null;
  /** The folder that the record names; null where it names none. */
  readonly cwd: string | null;
  /** Folder that relative paths start from where the record names none. */
  readonly baseFolder: string;
  readonly time: number | null;
}

const MOST_REMEMBERED = 20_000;
const MOST_PROMPTS = 100;

/** What one actor was told and did, message by message. */
export class Conversation {
  readonly #opening: Opening;
  readonly #workshop: Workshop;
  readonly #context: Context;
  readonly #turn = new Turn<Call, Result>();
  readonly #turns = new Set<string>();
  readonly #given = new Set<string>();
  #cwd: string | null;
  #isStarted = false;
  /** Prompts that the model has not answered yet: a conversation that is written anew repeats old ones. */
  #prompts: Envelope[] = [];
  #isRepeated = false;

  constructor(opening: Opening, hasher: LineHasher) {
    this.#opening = opening;
    this.#cwd = opening.cwd;
    this.#workshop = openWorkshop(hasher);
    this.#context = new Context(hasher);
  }

  get session(): string {
    return this.#opening.speaker.session;
  }

  get #folder(): string {
    return this.#cwd ?? this.#opening.baseFolder;
  }

  message(message: Message): AgentEvent[] {
    this.#listen(message);
    return this.#started(message.time, this.#message(message));
  }

  /** The whole conversation is written anew, by an agent that appends to its transcript. */
  replaced(list: readonly unknown[], time: number | null): AgentEvent[] {
    const messages = messagesOf(list);
    for (const message of messages.slice(0, 1)) this.#listen(message);
    if (this.#isRepeated) this.#prompts = [];
    this.#isRepeated = false;
    const events = this.#lost(this.#context.replace(list), time);
    // Calls that were recorded nowhere else.
    for (const message of messages) if (message.type === 'gemini') events.push(...this.#message(message));
    return this.#started(time, events);
  }

  /** A transcript that is one document, as it stands now. */
  document(record: JsonObject, time: number | null): AgentEvent[] {
    const list = listField(record, 'messages') ?? [];
    const messages = messagesOf(list);
    for (const message of messages.slice(0, 1)) this.#listen(message);
    const isNew = new Set(messages.filter(({ id }) => !this.#context.has(id)));
    const events = this.#lost(this.#context.replace(list), time);
    for (const message of messages) {
      if (message.type === 'gemini' || isNew.has(message)) events.push(...this.#message(message));
    }
    return this.#started(time, events);
  }

  rewound(to: string, time: number | null): AgentEvent[] {
    const events = this.#lost(this.#context.rewind(to), time);
    // Files may be put back as they were then.
    this.#workshop.memory.clear();
    return this.#started(time, events);
  }

  flush(): AgentEvent[] {
    const events = [...this.#events(this.#turn.take()), ...this.#asked()];
    return events.length === 0 ? [] : this.#started(null, events);
  }

  #started(time: number | null, events: readonly AgentEvent[]): AgentEvent[] {
    if (this.#isStarted) return [...events];
    this.#isStarted = true;
    const { speaker, parent, cwd, time: opened } = this.#opening;
    const start = { kind: 'session-start', ...speaker, time: opened ?? time, call: null } as const;
    return [{ ...start, cwd: this.#cwd ?? cwd, parent }, ...events];
  }

  /** The first message may tell the folder. */
  #listen(message: Message): void {
    if (!this.#isStarted) this.#cwd ??= folderOf(workspaceFolder(message)) ?? null;
  }

  #message(message: Message): AgentEvent[] {
    if (message.type === 'gemini') return this.#models(message);
    this.#context.note(message);
    if (message.type !== 'user') return [];
    const base = this.#envelope(message.time);
    if (isPrompt(message) && this.#opening.speaker.actor === MAIN_ACTOR) {
      this.#prompts = [...this.#prompts, base].slice(-MOST_PROMPTS);
    }
    const calls = this.#context.different(message);
    const lost = calls.length === 0 ? [] : this.#lost({ reason: 'eviction', calls }, message.time);
    return [...lost, ...mentionedFiles(message, base, this.#folder, this.#workshop)];
  }

  #models(message: Message): AgentEvent[] {
    this.#context.note(message);
    if (!isModels(message)) {
      this.#isRepeated ||= this.#prompts.length > 0;
      return [];
    }
    const events: AgentEvent[] = [];
    if (!this.#turns.has(message.id)) {
      this.#turns.add(message.id);
      dropOldest(this.#turns, MOST_REMEMBERED);
      events.push(...this.#events(this.#turn.enter(message.id).done), ...this.#asked());
      events.push({ kind: 'turn', ...this.#envelope(message.time) });
    }
    for (const { call, result } of callsOf(message, this.#folder)) {
      if (this.#given.has(call.id)) continue;
      this.#turn.add(call);
      if (result === null) continue;
      this.#given.add(call.id);
      dropOldest(this.#given, MOST_REMEMBERED);
      this.#context.gave(message.id, call.id, result.text);
      events.push(...this.#events(this.#turn.resolve(call.id, result)));
    }
    if (this.#turn.isComplete) events.push(...this.#events(this.#turn.take()));
    return events;
  }

  #asked(): AgentEvent[] {
    const prompts = this.#prompts.map((base) => ({ kind: 'prompt', ...base }) as const);
    this.#prompts = [];
    this.#isRepeated = false;
    return prompts;
  }

  #lost(loss: Loss | null, time: number | null): AgentEvent[] {
    if (loss === null) return [];
    const held = this.#events(this.#turn.take());
    this.#workshop.unsettled.clear();
    return [...held, { kind: 'context-lost', ...this.#envelope(time), ...loss }];
  }

  /** The events of calls that are done, in their order. */
  #events(done: readonly Done<Call, Result>[]): AgentEvent[] {
    return done.flatMap(({ call, result }) => {
      const base = { ...this.#opening.speaker, time: result.time, call: call.id };
      const events = toolCall(call, result, base, this.#workshop);
      const stopped = { kind: 'interrupted', ...base, call: null } as const;
      const isStopped = result.error === 'cancelled' || isStoppedByHook(result);
      return this.#withSettled(isStopped ? [...events, stopped] : events);
    });
  }

  /** What a read tells of earlier commands' output comes before it: it was given before. */
  #withSettled(events: readonly AgentEvent[]): AgentEvent[] {
    return events.flatMap((event) => {
      if (event.kind !== 'read' || event.returned.length === 0) return [event];
      return [...this.#workshop.unsettled.settle(event.path), event];
    });
  }

  #envelope(time: number | null): Envelope {
    return { ...this.#opening.speaker, time, call: null };
  }
}
