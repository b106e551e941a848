import { Generations } from '../../text/generations';
import type { JsonObject } from '../adapter';
import type { Message, Sender } from './message';

/** A request that waits for its response. */
export interface AcpRequest {
  readonly method: string;
  readonly params: JsonObject;
}

const MOST_WAITING = 1000;

/** Who may send a request with this method. */
function senderOf(method: string): Sender {
  return /^(?:fs|terminal|elicitation)\/|^session\/request_permission$/.test(method) ? 'agent' : 'client';
}

/** Requests by sender and id: both sides count their own from the same number. */
export class Requests {
  readonly #waiting = new Generations<string, AcpRequest>(MOST_WAITING);

  add({ id, method, params, sender }: Message): void {
    if (id === null || method === null) return;
    this.#waiting.set(`${sender ?? senderOf(method)} ${id}`, { method, params });
  }

  /** The request that a response answers; null where it is not known, or could be one of two. */
  answered({ id, sender }: Message): AcpRequest | null {
    const askers: readonly Sender[] =
      sender === null ? ['client', 'agent'] : [sender === 'client' ? 'agent' : 'client'];
    const keys = askers
      .map((asker) => `${asker} ${id}`)
      .filter((key) => this.#waiting.peek(key) !== undefined);
    const requests = keys.flatMap((key) => this.#waiting.peek(key) ?? []);
    for (const key of keys) this.#waiting.delete(key);
    return requests.length === 1 ? (requests[0] ?? null) : null;
  }
}
