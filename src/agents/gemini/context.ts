import type { LineHasher } from '../../text/lineHash';
import { dropOldest } from '../../text/maps';
import type { ContextLostEvent } from '../../tracker/event';
import { Answers } from '../geminiFamily/answers';
import { partsOf, responsesOf, textsOf } from '../geminiFamily/response';
import { field, isObject, listField, textField } from '../json';
import { answerBeside, type Message, messagesOf, ownId } from './record';

const MOST_MESSAGES = 20_000;

/** What was lost of the context, and why. */
export type Loss = Pick<ContextLostEvent, 'reason' | 'calls' | 'kept' | 'toCall'>;

/**
 * Which answers are in the model's context. The transcript repeats the whole conversation where it changed other than by
 * a message more: after a compaction, when old answers were taken out to save room, when a message was withdrawn.
 */
export class Context {
  /** Calls by the message that made them, in the order of the conversation. */
  readonly #messages = new Map<string, string[]>();
  /** Those in the context. */
  readonly #answers: Answers;

  constructor(hasher: LineHasher) {
    this.#answers = new Answers(hasher);
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
    this.#answers.give(call, text);
  }

  /** The answers of a message of the conversation that are not what the record of the calls has. */
  different(message: Message): string[] {
    const calls = answersIn(message).flatMap(([call, text]) =>
      this.#answers.has(call) && !this.#answers.isSame(call, text) ? [call] : [],
    );
    for (const call of calls) this.#answers.take(call);
    return calls;
  }

  /** This message and all after it are undone; all of them where it is not known. */
  rewind(to: string): Loss | null {
    const ids = [...this.#messages.keys()];
    const at = ids.indexOf(to);
    const gone = at === -1 ? ids : ids.slice(at);
    const made = new Set(gone.flatMap((id) => this.#messages.get(id) ?? []));
    const calls = this.#answers.calls().filter((call) => made.has(call));
    for (const id of gone) this.#messages.delete(id);
    for (const call of calls) this.#answers.take(call);
    const [first] = calls;
    if (at === -1) return ids.length === 0 ? null : this.#cleared();
    return first === undefined ? null : { reason: 'rewind', toCall: first };
  }

  /** The conversation is this from now on; null where no answer was lost. */
  replace(list: readonly unknown[]): Loss | null {
    const messages = messagesOf(list);
    const answers = answersOf(messages);
    const known = this.#answers.calls();
    const kept = known.filter((call) => this.#answers.isSame(call, answers.get(call)));
    const lost = known.filter((call) => !this.#answers.isSame(call, answers.get(call)));
    const gone = new Set(lost);
    const before = [...this.#messages.keys()];
    const makers = before.filter((id) => this.#messages.get(id)?.some((call) => gone.has(call)) === true);
    const now = new Set(messages.map(({ id }) => id));
    const isPrefix = messages.length < before.length && messages.every(({ id }, i) => id === before[i]);
    for (const call of lost) this.#answers.take(call);
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
}

/** Answers by call: as they stand in the conversation, or in older versions only beside the calls. */
function answersOf(messages: readonly Message[]): Map<string, string> {
  return new Map([...messages.flatMap(answersBeside), ...messages.flatMap(answersIn)]);
}

function answersIn({ record }: Message): [call: string, text: string][] {
  return responsesOf(partsOf(field(record, 'content'))).flatMap(({ id, name, text }): [string, string][] =>
    id === '' ? [] : [[ownId(id, name), text]],
  );
}

function answersBeside({ record }: Message): [call: string, text: string][] {
  return (listField(record, 'toolCalls') ?? []).filter(isObject).flatMap((call): [string, string][] => {
    const answer = answerBeside(call);
    const id = textField(call, 'id');
    return answer === undefined || id === undefined
      ? []
      : [[ownId(id, textField(call, 'name') ?? ''), answer.text]];
  });
}

/** Whether a message is more than what the agent tells the model at the start. */
function isConversation(message: Message): boolean {
  if (message.type === 'gemini') return true;
  const parts = partsOf(field(message.record, 'content'));
  const [text = ''] = textsOf(parts);
  return message.type === 'user' && (responsesOf(parts).length > 0 || !text.startsWith('<session_context>'));
}
