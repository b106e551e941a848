import type { LineHasher } from '../../text/lineHash';
import type { ContextLostEvent } from '../../tracker/event';
import { partsOf, responsesOf, textsOf } from '../geminiFamily/response';
import { field, listField } from '../json';
import { type Message, messagesOf, ownId } from './record';

const MOST_MESSAGES = 20_000;
const MOST_CALLS = 20_000;

/** What was lost of the context, and why. */
export type Loss = Pick<ContextLostEvent, 'reason' | 'calls' | 'kept' | 'toCall'>;

/**
 * Which answers are in the model's context. The transcript repeats the whole conversation where it changed other than by
 * a message more: after a compaction, when old answers were taken out to save room, when a message was withdrawn.
 */
export class Context {
  readonly #hasher: LineHasher;
  /** Calls by the message that made them, in the order of the conversation. */
  readonly #messages = new Map<string, string[]>();
  /** Answers in the context, by call, as a number that tells texts apart. */
  readonly #answers = new Map<string, string>();

  constructor(hasher: LineHasher) {
    this.#hasher = hasher;
  }

  has(message: string): boolean {
    return this.#messages.has(message);
  }

  /** A message that is new, or is written again with more. */
  note({ id }: Message): void {
    if (!this.#messages.has(id)) this.#messages.set(id, []);
    dropOldest(this.#messages, MOST_MESSAGES);
  }

  /** The answer to a call was given. */
  gave(message: string, call: string, text: string): void {
    this.#messages.get(message)?.push(call);
    this.#answers.set(call, this.#fingerprint(text));
    dropOldest(this.#answers, MOST_CALLS);
  }

  /** The answers of a message of the conversation that are not what the record of the calls has. */
  different(message: Message): string[] {
    const calls = answersIn(message).flatMap(([call, text]) => {
      const known = this.#answers.get(call);
      return known === undefined || known === this.#fingerprint(text) ? [] : [call];
    });
    for (const call of calls) this.#answers.delete(call);
    return calls;
  }

  /** This message and all after it are undone; all of them where it is not known. */
  rewind(to: string): Loss | null {
    const ids = [...this.#messages.keys()];
    const at = ids.indexOf(to);
    const gone = at === -1 ? ids : ids.slice(at);
    const made = new Set(gone.flatMap((id) => this.#messages.get(id) ?? []));
    const calls = [...this.#answers.keys()].filter((call) => made.has(call));
    for (const id of gone) this.#messages.delete(id);
    for (const call of calls) this.#answers.delete(call);
    const [first] = calls;
    if (at === -1) return ids.length === 0 ? null : this.#cleared();
    return first === undefined ? null : { reason: 'rewind', toCall: first };
  }

  /** The conversation is this from now on; null where no answer was lost. */
  replace(list: readonly unknown[]): Loss | null {
    const messages = messagesOf(list);
    const answers = this.#answersOf(messages);
    const known = [...this.#answers.keys()];
    const kept = known.filter((call) => answers.get(call) === this.#answers.get(call));
    const lost = known.filter((call) => answers.get(call) !== this.#answers.get(call));
    const gone = new Set(lost);
    const before = [...this.#messages.keys()];
    const makers = before.filter((id) => this.#messages.get(id)?.some((call) => gone.has(call)) === true);
    const now = new Set(messages.map(({ id }) => id));
    const isPrefix = messages.length < before.length && messages.every(({ id }, i) => id === before[i]);
    for (const call of lost) this.#answers.delete(call);
    this.#keepOnly(messages);
    const [first] = lost;
    if (first === undefined) return null;
    if (!messages.some(isConversation)) return this.#cleared();
    if (isPrefix && known.indexOf(first) >= kept.length) return { reason: 'rewind', toCall: first };
    if (makers.every((id) => now.has(id))) return { reason: 'eviction', calls: lost };
    return { reason: 'compaction', kept };
  }

  #cleared(): Loss {
    this.#answers.clear();
    return { reason: 'clear' };
  }

  /** A message that has the answer to a call stands for the call where the one that made it is gone. */
  #keepOnly(messages: readonly Message[]): void {
    const calls = new Map(this.#messages);
    this.#messages.clear();
    for (const message of messages) {
      const answered = answersIn(message).flatMap(([call]) => (this.#answers.has(call) ? [call] : []));
      this.#messages.set(message.id, [...new Set([...(calls.get(message.id) ?? []), ...answered])]);
    }
  }

  /** Answers by call: as they stand in the conversation, or in older versions only beside the calls. */
  #answersOf(messages: readonly Message[]): Map<string, string> {
    const beside = messages.flatMap(answersBeside);
    const within = messages.flatMap(answersIn);
    return new Map([...beside, ...within].map(([call, text]) => [call, this.#fingerprint(text)]));
  }

  #fingerprint(text: string): string {
    return `${text.length}:${this.#hasher.line(text)}`;
  }
}

function answersIn({ record }: Message): [call: string, text: string][] {
  return responsesOf(partsOf(field(record, 'content'))).map(({ id, name, text }) => [ownId(id, name), text]);
}

function answersBeside({ record }: Message): [call: string, text: string][] {
  return (listField(record, 'toolCalls') ?? []).flatMap((one) =>
    responsesOf(partsOf(Object(one).result)).map(({ id, name, text }): [string, string] => [
      ownId(id, name),
      text,
    ]),
  );
}

/** Whether a message is more than what the agent tells the model at the start. */
function isConversation(message: Message): boolean {
  if (message.type === 'gemini') return true;
  const parts = partsOf(field(message.record, 'content'));
  const [text = ''] = textsOf(parts);
  return message.type === 'user' && (responsesOf(parts).length > 0 || !text.startsWith('<session_context>'));
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
}
