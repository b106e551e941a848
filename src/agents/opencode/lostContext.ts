import { Generations } from '../../text/generations';
import type { ContextLostEvent, Envelope } from '../../tracker/event';
import { textField } from '../json';
import type { Message } from './message';
import type { PartRow } from './record';

const MOST_CALLS = 20_000;
const MOST_CLEARED = 20_000;

interface Made {
  readonly place: number;
  readonly part: string;
  readonly call: string;
}

interface Compaction {
  readonly user: string;
  /** First message that stays as it is. */
  readonly tail: string | undefined;
  /** When the summary was there; undefined: it is not yet. */
  readonly done: number | null | undefined;
}

/** What a conversation loses of its context: by compaction, by clearing old outputs, by going back. */
export class LostContext {
  readonly #messages: (id: string) => Message | undefined;
  #calls: Made[] = [];
  #compaction: Compaction | null = null;
  /** Requests whose compactions were told: their rows may be written again. */
  readonly #told = new Generations<string, true>(MOST_CALLS);
  #cleared: { readonly call: string; readonly time: number }[] = [];

  constructor(messages: (id: string) => Message | undefined) {
    this.#messages = messages;
  }

  made(call: Made): void {
    this.#calls.push(call);
    if (this.#calls.length > MOST_CALLS) this.#calls = this.#calls.slice(-MOST_CALLS / 2);
  }

  /** The request for a summary. Which messages stay may be told only when the summary is there. */
  asked({ message, data }: PartRow): void {
    if (this.#told.get(message) !== undefined) return;
    const done = this.#compaction?.user === message ? this.#compaction.done : undefined;
    this.#compaction = { user: message, tail: textField(data, 'tail_start_id'), done };
  }

  /** A message that may be the summary asked for. */
  answered({ isSummary, isDone, isLost, isAborted, parent, ended }: Message): void {
    if (!isSummary || !isDone || isLost || isAborted) return;
    if (parent === undefined || this.#told.get(parent) !== undefined) return;
    const tail = this.#compaction?.user === parent ? this.#compaction.tail : undefined;
    this.#compaction = { user: parent, tail, done: ended };
  }

  /** The output of a call is out of the context since then. */
  cleared(call: string, time: number): void {
    if (this.#cleared.length < MOST_CLEARED) this.#cleared.push({ call, time });
  }

  /**
   * What was lost before something else happens.
   *
   * @param until when that is; null: now
   */
  release(until: number | null, base: Envelope): ContextLostEvent[] {
    return [...this.#evicted(until, base), ...this.#compacted(base)];
  }

  /** Everything from the first call on that is in this message or a later one, if there is any. */
  undone({ place }: Pick<Message, 'place'>, part: string | null, base: Envelope): ContextLostEvent[] {
    const isUndone = (made: Made) =>
      made.place > place || (made.place === place && (part === null || made.part >= part));
    const first = this.#calls.find(isUndone);
    if (first === undefined) return [];
    this.#calls = this.#calls.filter((made) => !isUndone(made));
    return [{ kind: 'context-lost', ...base, reason: 'rewind', toCall: first.call }];
  }

  /** The same from the call on that this part holds. */
  undoneFrom(part: string, base: Envelope): ContextLostEvent[] {
    const made = this.#calls.find((call) => call.part === part);
    return made === undefined ? [] : this.undone(made, part, base);
  }

  /** The calls of a message, of which nothing reached the model. */
  failed({ place }: Message, base: Envelope): ContextLostEvent[] {
    const calls = this.#calls.filter((made) => made.place === place).map(({ call }) => call);
    this.#calls = this.#calls.filter((made) => made.place !== place);
    return calls.length === 0 ? [] : [{ kind: 'context-lost', ...base, reason: 'eviction', calls }];
  }

  #evicted(until: number | null, base: Envelope): ContextLostEvent[] {
    const due = this.#cleared.filter(({ time }) => until === null || time <= until);
    if (due.length === 0) return [];
    this.#cleared = this.#cleared.filter((one) => !due.includes(one));
    const time = Math.max(...due.map((one) => one.time));
    return [{ kind: 'context-lost', ...base, time, reason: 'eviction', calls: due.map(({ call }) => call) }];
  }

  #compacted(base: Envelope): ContextLostEvent[] {
    const compaction = this.#compaction;
    if (compaction === null || compaction.done === undefined) return [];
    this.#compaction = null;
    this.#told.set(compaction.user, true);
    const from = this.#messages(compaction.tail ?? '')?.place ?? Number.POSITIVE_INFINITY;
    const to = this.#messages(compaction.user)?.place ?? 0;
    const kept = this.#calls.filter(({ place }) => place >= from && place < to).map(({ call }) => call);
    return [
      { kind: 'context-lost', ...base, time: compaction.done ?? base.time, reason: 'compaction', kept },
    ];
  }
}
