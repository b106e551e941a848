import { Generations } from '../../text/generations';
import type { LineHasher } from '../../text/lineHash';
import { resolvePath } from '../../text/path';
import { type AgentEvent, type ContextLostEvent, type Envelope, MAIN_ACTOR } from '../../tracker/event';
import { asCopied } from '../copied';
import { field, listField, textField } from '../json';
import { type Done, Turn } from '../turn';
import { openWorkshop, type Workshop } from '../workshop';
import { type Call, type Result, resultOf } from './call';
import { LostContext } from './lostContext';
import { Mentions } from './mention';
import { type Message, messageOf } from './message';
import type { GoneRow, MessageRow, PartRow, SessionRow } from './record';
import { toolCall } from './toolCall';

export type Actor = Pick<Envelope, 'source' | 'session' | 'agent' | 'actor'>;

const MOST_MESSAGES = 40_000;
const MOST_PARTS = 200_000;
/** A message so much older (ms) than its session was copied from another. */
const COPIED = 2000;

/** What the agent writes in place of a person who ran a command. */
const RUN_BY_PERSON = 'The following tool was executed by the user';

/** What is known of a part: its call is running, its events are told, or its output is out of the context too. */
type PartState = 'open' | 'told' | 'cleared';

/** What one session was told and did, row by row. A row may come again, changed or not. */
export class Conversation {
  readonly #actor: Actor;
  readonly #workshop: Workshop;
  readonly #turn = new Turn<Call, Result>();
  readonly #messages = new Generations<string, Message>(MOST_MESSAGES);
  readonly #parts = new Generations<string, PartState>(MOST_PARTS);
  /** Parts by the ids of their calls: not every model's are unique. */
  readonly #calls = new Generations<string, string>(MOST_PARTS);
  /** Messages with a command that a person ran; the next message holds it as if it were the agent's. */
  readonly #ran = new Generations<string, true>(MOST_MESSAGES);
  readonly #lost = new LostContext((id) => this.#messages.get(id));
  readonly #mentions = new Mentions();
  readonly #baseFolder: string;
  #session: SessionRow | null = null;
  #isStarted = false;
  #places = 0;
  /** The assistant message whose calls are in the turn. */
  #current: string | undefined;
  /** Files that the calls of the message changed. */
  #changed = new Set<string>();
  #interrupted: number | null | undefined;
  #reverted = '';

  constructor(actor: Actor, baseFolder: string, hasher: LineHasher) {
    this.#actor = actor;
    this.#baseFolder = baseFolder;
    this.#workshop = openWorkshop(hasher);
  }

  session(row: SessionRow): AgentEvent[] {
    this.#session = row;
    return this.#revert();
  }

  message(row: MessageRow): AgentEvent[] {
    const known = this.#messages.get(row.id);
    const message = messageOf(row, known?.place ?? this.#places++);
    this.#messages.set(row.id, message);
    const events = known === undefined ? this.#entered(message) : [];
    this.#lost.answered(message);
    if (known !== undefined && message.isLost && !known.isLost) {
      events.push(...this.#settle(), ...this.#lost.failed(message, this.#envelope(message.ended)));
    }
    if (message.isAborted && known?.isAborted !== true) this.#interrupted = message.ended ?? message.created;
    if (known !== undefined && message.isDone && message.id === this.#current && this.#turn.isComplete) {
      events.push(...this.#settle(), ...this.#tellInterrupted());
    }
    return events;
  }

  part(row: PartRow): AgentEvent[] {
    switch (row.type) {
      case 'tool':
        return this.#tool(row);
      case 'text':
        return this.#text(row);
      case 'subtask':
        return this.#said(row);
      case 'compaction':
        this.#lost.asked(row);
        return [];
      case 'patch':
        return this.#patch(row);
      case 'step-start':
        // Older versions go on in the same message after its calls.
        return row.message === this.#current && this.#turn.isComplete ? this.#events(this.#turn.take()) : [];
      default:
        return [];
    }
  }

  /** A message or part that was taken away for good. */
  gone({ of, id }: GoneRow): readonly AgentEvent[] {
    const base = this.#envelope(this.#session?.updated ?? null);
    if (of === 'part') return this.#wentBack(this.#lost.undoneFrom(id, base));
    const message = this.#messages.get(id);
    return message === undefined ? [] : this.#wentBack(this.#lost.undone(message, null, base));
  }

  flush(): AgentEvent[] {
    return [
      ...this.#events(this.#turn.take()),
      ...this.#tellInterrupted(),
      ...this.#release(null),
      ...this.#revert(),
    ];
  }

  #start(time: number | null): AgentEvent[] {
    if (this.#isStarted) return [];
    this.#isStarted = true;
    const cwd = this.#session?.cwd ?? null;
    const parent = this.#session?.parent ?? null;
    const isOfMain = parent === this.#actor.session;
    const base = this.#envelope(this.#session?.created ?? time);
    return [{ kind: 'session-start', ...base, cwd, parent: isOfMain ? MAIN_ACTOR : parent }];
  }

  /** A message that is new. */
  #entered(message: Message): AgentEvent[] {
    const events = this.#start(message.created);
    if (message.isUser) return [...events, ...this.#release(message.created)];
    const { done } = this.#turn.enter(message.id);
    this.#current = message.id;
    events.push(...this.#events(done), ...this.#tellInterrupted());
    this.#changed = new Set();
    if (message.isSummary) return events;
    events.push(...this.#release(message.created));
    if (this.#isRun(message)) return events;
    return [...events, { kind: 'turn', ...this.#envelope(message.created) }];
  }

  #tool(row: PartRow): AgentEvent[] {
    const state = this.#parts.get(row.id);
    const result = resultOf(row);
    const call = this.#callId(row);
    if (call === undefined || state === 'cleared') return [];
    if (state === 'told') return this.#clearedLate(row, call, result);
    const events: AgentEvent[] = [];
    if (state === undefined) {
      if (this.#messages.get(row.message) === undefined) {
        events.push(
          ...this.message({ ...row, kind: 'message', id: row.message, data: {}, created: row.time }),
        );
      }
      const message = this.#messages.get(row.message);
      this.#lost.made({ place: message?.place ?? this.#places, part: row.id, call });
    }
    this.#parts.set(row.id, result === null ? 'open' : 'told');
    const one = this.#callOf(row, call);
    if (row.message === this.#current) this.#turn.add(one);
    if (result !== null) {
      if (result.cleared !== null) this.#lost.cleared(call, result.cleared);
      const isLate = row.message !== this.#current && state === undefined;
      const late = isLate ? [{ call: one, result, isTouched: false }] : this.#turn.resolve(row.id, result);
      events.push(...this.#events(late));
    }
    return this.#messages.get(row.message)?.isDone === true ? [...events, ...this.#settle()] : events;
  }

  #callId(row: PartRow): string | undefined {
    const call = textField(row.data, 'callID');
    if (call === undefined) return undefined;
    const part = this.#calls.get(call);
    if (part === undefined) this.#calls.set(call, row.id);
    return part === undefined || part === row.id ? call : row.id;
  }

  #callOf(row: PartRow, call: string): Call {
    const cwd = this.#messages.get(row.message)?.cwd ?? this.#session?.cwd ?? this.#baseFolder;
    const tool = textField(row.data, 'tool') ?? '';
    return { id: row.id, call, tool: tool.toLowerCase(), message: row.message, cwd };
  }

  /** The output of a call that was told of before may be taken out of the context. */
  #clearedLate(row: PartRow, call: string, result: Result | null): AgentEvent[] {
    if (result === null || result.cleared === null) return [];
    this.#parts.set(row.id, 'cleared');
    this.#lost.cleared(call, result.cleared);
    return this.#release(result.cleared);
  }

  #text(row: PartRow): AgentEvent[] {
    const message = this.#messages.get(row.message);
    if (message?.isUser !== true || this.#parts.get(row.id) !== undefined) return [];
    this.#parts.set(row.id, 'told');
    const text = textField(row.data, 'text') ?? '';
    if (field(row.data, 'synthetic') === true) {
      if (text === RUN_BY_PERSON) this.#ran.set(row.message, true);
      const base = this.#envelope(message.created);
      const cwd = this.#session?.cwd ?? this.#baseFolder;
      const delivered = this.#mentions.read(text, row.message, base, cwd, this.#workshop);
      return delivered === null ? [] : this.#withSettled([delivered]);
    }
    return field(row.data, 'ignored') === true || text.trim() === '' ? [] : this.#said(row);
  }

  /** A person spoke: once a message, however many parts it has. */
  #said(row: PartRow): AgentEvent[] {
    const message = this.#messages.get(row.message);
    if (message?.isUser !== true || this.#actor.actor !== MAIN_ACTOR || this.#isCopy(message)) return [];
    const key = `prompt ${message.id}`;
    if (this.#parts.get(key) !== undefined) return [];
    this.#parts.set(key, 'told');
    const told = [...this.#events(this.#turn.take()), ...this.#tellInterrupted()];
    return [...told, { kind: 'prompt', ...this.#envelope(message.created) }];
  }

  /** Files that were changed while a message was made, by whomever. */
  #patch(row: PartRow): AgentEvent[] {
    const message = this.#messages.get(row.message);
    if (this.#parts.get(row.id) !== undefined || row.message !== this.#current) return [];
    if (message === undefined || this.#isCopy(message)) return [];
    this.#parts.set(row.id, 'told');
    const events = this.#events(this.#turn.take());
    const cwd = this.#session?.cwd ?? this.#baseFolder;
    for (const name of listField(row.data, 'files') ?? []) {
      if (typeof name !== 'string' || name === '') continue;
      const path = resolvePath(cwd, name);
      if (this.#changed.has(path)) continue;
      this.#workshop.memory.forget(path);
      events.push({ kind: 'document-changed', ...this.#envelope(row.time), path });
    }
    return events;
  }

  /** The events of the message's calls, if all of them are over. */
  #settle(): AgentEvent[] {
    return this.#turn.isComplete ? this.#events(this.#turn.take()) : [];
  }

  #tellInterrupted(): AgentEvent[] {
    if (this.#interrupted === undefined) return [];
    const time = this.#interrupted;
    this.#interrupted = undefined;
    return [{ kind: 'interrupted', ...this.#envelope(time) }];
  }

  #release(until: number | null): ContextLostEvent[] {
    const events = this.#lost.release(until, this.#envelope(until));
    if (events.some(({ reason }) => reason === 'compaction')) this.#workshop.unsettled.clear();
    return events;
  }

  /** What a person undid stays undone when the session goes on; until then it may come back. */
  #revert(): AgentEvent[] {
    const revert = this.#session?.revert ?? null;
    const key = JSON.stringify(revert);
    if (revert === null || key === this.#reverted) return [];
    const message = this.#messages.get(revert.message);
    if (message === undefined) return [];
    this.#reverted = key;
    const base = this.#envelope(this.#session?.updated ?? null);
    const told = this.#events(this.#turn.take());
    return [...told, ...this.#wentBack(this.#lost.undone(message, revert.part, base))];
  }

  #wentBack(events: readonly ContextLostEvent[]): readonly AgentEvent[] {
    if (events.length > 0) {
      // Files are put back as they were then.
      this.#workshop.unsettled.clear();
      this.#workshop.memory.clear();
    }
    return events;
  }

  #events(done: readonly Done<Call, Result>[]): AgentEvent[] {
    return done.flatMap(({ call, result }) => {
      const message = this.#messages.get(call.message);
      const base = { ...this.#actor, time: result.time, call: call.call };
      const events = toolCall(call, result, base, this.#workshop);
      for (const event of events) if ('path' in event && event.kind !== 'read') this.#changed.add(event.path);
      if (message !== undefined && this.#isCopy(message)) return this.#withSettled(events.flatMap(asCopied));
      if (message !== undefined && this.#isRun(message)) {
        return this.#withSettled(events.flatMap((event) => (isChange(event) ? [event] : asCopied(event))));
      }
      // Nothing of a message that ended in an error is sent to the model.
      return this.#withSettled(message?.isLost === true ? events.filter(isChange) : events);
    });
  }

  /** What a read tells of earlier commands' output comes before it: it was given before. */
  #withSettled(events: readonly AgentEvent[]): AgentEvent[] {
    return events.flatMap((event) => {
      if ((event.kind !== 'read' && event.kind !== 'delivered') || event.returned.length === 0)
        return [event];
      return [...this.#workshop.unsettled.settle(event.path), event];
    });
  }

  /** Copied when the session was made as a fork of another. */
  #isCopy({ created }: Message): boolean {
    const start = this.#session?.created ?? null;
    return start !== null && created !== null && created < start - COPIED;
  }

  #isRun({ parent }: Message): boolean {
    return parent !== undefined && this.#ran.get(parent) !== undefined;
  }

  #envelope(time: number | null): Envelope {
    return { ...this.#actor, time, call: null };
  }
}

function isChange({ kind }: AgentEvent): boolean {
  return kind !== 'read' && kind !== 'delivered' && kind !== 'search' && kind !== 'command';
}
