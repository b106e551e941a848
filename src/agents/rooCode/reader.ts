import { dropOldest } from '../../text/maps';
import { type AgentEvent, type Envelope, MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject, ReaderContext, RecordReader } from '../adapter';
import { textField } from '../json';
import { knownFolder } from '../knownFolder';
import { folderInDetails } from '../recordedFolder';
import { openWorkshop } from '../workshop';
import { answersIn, type Calls, callsOf, NO_CALLS } from './calls';
import type { ReadForm } from './readCall';
import { isTaskHistory, type Message, messagesOf, taskOf } from './task';
import { toolCall } from './toolCall';

/** Older ones are forgotten: if the file is written without them, nothing is undone. */
const MOST_CALLS = 100_000;
/** What a person says stands in one of these. */
const PERSON = /^\s*<(?:task|feedback|user_message|answer)>/;

/** The history of one task of Roo Code, or of an extension that it was made of or into; written anew each time. */
export class TaskReader implements RecordReader {
  readonly rejected = 0;
  readonly #context: ReaderContext;
  readonly #agent: string;
  readonly #form: ReadForm;
  readonly #workshop;
  /** Messages that were read, and the calls that were answered in each. */
  readonly #read = new Map<string, readonly string[]>();
  readonly #boundaries = new Set<string>();
  #base: Omit<Envelope, 'time' | 'call'> | null = null;
  #cwd = '';

  constructor(context: ReaderContext, agent: string, form: ReadForm) {
    this.#context = context;
    this.#agent = agent;
    this.#form = form;
    this.#workshop = openWorkshop(context.hasher);
  }

  read(record: JsonObject): AgentEvent[] {
    if (!isTaskHistory(record)) return [];
    const messages = messagesOf(record, this.#context.hasher);
    const events = this.#base === null ? this.#start(record, messages[0]) : [];
    events.push(...this.#lost(messages));
    let calls = NO_CALLS;
    for (const message of messages) {
      if (message.role === 'assistant') calls = callsOf(message);
      if (this.#read.has(message.key)) continue;
      events.push(...this.#message(message, calls));
    }
    return events;
  }

  /** A message is written when all of it is there. */
  flush(): AgentEvent[] {
    return [];
  }

  #start(record: JsonObject, first: Message | undefined): AgentEvent[] {
    const { source, file, sessionFallback } = this.#context;
    const session = taskOf(file, sessionFallback);
    this.#base = { source, session, agent: this.#agent, actor: MAIN_ACTOR };
    const told = folderInDetails(record) ?? null;
    this.#cwd = told ?? this.#context.baseFolder;
    return [
      {
        kind: 'session-start',
        ...this.#base,
        time: first?.time ?? null,
        call: null,
        cwd: told ?? knownFolder(this.#context),
        parent: null,
      },
    ];
  }

  /** What is not in the context any more: summed up, left out, or undone. */
  #lost(messages: readonly Message[]): AgentEvent[] {
    const there = new Map(messages.map((message) => [message.key, message]));
    const gone = [...this.#read].filter(([key]) => !there.has(key));
    const boundary = messages.findLast(
      (message) => message.boundary !== null && !this.#boundaries.has(message.boundary),
    );
    for (const message of messages) if (message.boundary !== null) this.#boundaries.add(message.boundary);
    const time = boundary?.time ?? messages.at(-1)?.time ?? null;
    for (const [key] of gone) this.#read.delete(key);
    if (boundary !== undefined) {
      const kept = [...this.#read].flatMap(([key, calls]) =>
        there.get(key)?.isHidden === true ? [] : calls,
      );
      if (this.#read.size === 0) return [];
      this.#workshop.unsettled.clear();
      return [{ kind: 'context-lost', ...this.#envelope(time), reason: 'compaction', kept }];
    }
    const [toCall] = gone.flatMap(([, calls]) => calls);
    if (toCall === undefined) return [];
    // Files may be put back as they were.
    this.#workshop.memory.clear();
    this.#workshop.unsettled.clear();
    return [{ kind: 'context-lost', ...this.#envelope(time), reason: 'rewind', toCall }];
  }

  #message(message: Message, calls: Calls): AgentEvent[] {
    const { role, blocks, key, time } = message;
    if (role === 'assistant') {
      this.#remember(key, []);
      return message.boundary === null ? [{ kind: 'turn', ...this.#envelope(time) }] : [];
    }
    const answers = answersIn(message, calls);
    this.#remember(
      key,
      answers.map(({ id }) => id),
    );
    const isPerson = blocks.some((block) => PERSON.test(textField(block, 'text') ?? ''));
    const events: AgentEvent[] = isPerson ? [{ kind: 'prompt', ...this.#envelope(time) }] : [];
    for (const answer of answers) {
      const base = { ...this.#envelope(time), call: answer.id };
      for (const event of toolCall(answer, this.#cwd, this.#form, base, this.#workshop)) {
        // What a read tells of earlier commands' output comes before it: it was given before.
        if (event.kind === 'read' && event.returned.length > 0)
          events.push(...this.#workshop.unsettled.settle(event.path));
        events.push(event);
      }
    }
    return events;
  }

  #remember(key: string, calls: readonly string[]): void {
    this.#read.set(key, calls);
    dropOldest(this.#read, MOST_CALLS);
  }

  #envelope(time: number | null): Envelope {
    const { source } = this.#context;
    const base = this.#base ?? { source, session: '', agent: this.#agent, actor: MAIN_ACTOR };
    return { ...base, time, call: null };
  }
}
