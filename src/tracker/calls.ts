import { Generations } from '../text/generations';
import type { Envelope } from './event';
import { MOST_ACTORS, MOST_CALLS } from './limits';

/** Things that one call did, of those that are kept apart. */
const MOST_DEEDS = 10_000;

interface SeenCall {
  readonly via: Envelope['via'];
  /** What the call did, each thing once; most calls do one. */
  done: string | Set<string>;
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
  readonly #open = new Generations<string, string>(MOST_ACTORS);

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
      this.#seen.set(call, { via, done: deed, over: false });
      return false;
    }
    if (seen.over || seen.via !== via) return true;
    return wasDone(seen, deed);
  }

  /** The same for what can be told of a call only after others: it is told out of its turn, and ends nobody's. */
  isLateDuplicate({ via }: Pick<Envelope, 'via'>, call: string, deed: string): boolean {
    const seen = this.#seen.get(call);
    if (seen !== undefined) return seen.via !== via || wasDone(seen, deed);
    this.#seen.set(call, { via, done: deed, over: true });
    return false;
  }
}

/** Whether the call did this before; from now on it did. */
function wasDone(seen: SeenCall, deed: string): boolean {
  if (seen.done === deed) return true;
  if (typeof seen.done === 'string') seen.done = new Set([seen.done]);
  if (seen.done.has(deed)) return true;
  if (seen.done.size < MOST_DEEDS) seen.done.add(deed);
  return false;
}
