import { Generations } from '../text/generations';
import type { Envelope } from './event';
import { MOST_CALLS } from './limits';

interface SeenCall {
  readonly via: Envelope['via'];
  /** What the call did, each thing once. */
  readonly done: Set<string>;
  /** Another call of the actor came since: what comes now under this id is the call seen again. */
  over: boolean;
}

/**
 * The calls of one session, to count each once: a call may be told by a hook and a transcript, by a parent's and a
 * subagent's log. The events of one call come together; when others of the actor came in between, it is the same call
 * again. Right after one another, the same thing twice is the same thing seen twice. Bounded: a call that was forgotten
 * counts again.
 */
export class Calls {
  readonly #seen = new Generations<string, SeenCall>(MOST_CALLS);
  readonly #open = new Map<string, string>();

  knows(call: string): boolean {
    return this.#seen.peek(call) !== undefined;
  }

  /**
   * Whether this was counted already. What one side told of a call, the other side does not tell again.
   *
   * @param deed kind and what it was about
   */
  isDuplicate({ actor, via }: Pick<Envelope, 'actor' | 'via'>, call: string, deed: string): boolean {
    const open = this.#open.get(actor);
    if (open !== undefined && open !== call) {
      const before = this.#seen.get(open);
      if (before !== undefined) before.over = true;
    }
    this.#open.set(actor, call);
    const seen = this.#seen.get(call);
    if (seen === undefined) {
      this.#seen.set(call, { via, done: new Set([deed]), over: false });
      return false;
    }
    if (seen.over || seen.via !== via || seen.done.has(deed)) return true;
    seen.done.add(deed);
    return false;
  }
}
