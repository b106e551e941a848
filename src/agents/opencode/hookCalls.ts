import { Generations } from '../../text/generations';
import type { JsonObject } from '../adapter';
import { objectField, textField } from '../json';

const MOST_CALLS = 4000;

interface Made {
  readonly session: string;
  readonly message: string;
  readonly call: string;
}

/**
 * The calls of sessions, named as the adapter names them: by the id that the model gave, or by the part that holds them
 * where the model gives one id to several.
 */
export class HookCalls {
  /** The first part of a call's id, and the one that has it now. */
  readonly #first = new Generations<string, string>(MOST_CALLS);
  readonly #current = new Generations<string, string>(MOST_CALLS);
  /** Calls that were seen to begin and not to end. */
  readonly #running = new Generations<string, true>(MOST_CALLS);
  readonly #made = new Generations<string, Made>(MOST_CALLS);
  /** Where the part of the conversation begins that a compaction leaves, by session. */
  readonly #tails = new Generations<string, { readonly from: string; readonly to: string }>(MOST_CALLS);

  /** Takes note of a part of a message. */
  note(part: JsonObject): void {
    const [session = '', message = '', id = ''] = ['sessionID', 'messageID', 'id'].map((name) =>
      textField(part, name),
    );
    const call = textField(part, 'callID');
    switch (textField(part, 'type')) {
      case 'tool': {
        if (call === undefined || id === '') return;
        const key = keyOf(session, call);
        if (this.#first.get(key) === undefined) this.#first.set(key, id);
        this.#current.set(key, id);
        this.#made.set(id, { session, message, call: this.nameOf(session, call) });
        return;
      }
      case 'compaction': {
        const from = textField(part, 'tail_start_id');
        if (from !== undefined) this.#tails.set(session, { from, to: message });
        return;
      }
    }
  }

  /** What the adapter will call the call that has this id now; of a command's subagent that is the id of its part. */
  nameOf(session: string, call: string): string {
    const byPart = this.#made.peek(call);
    if (byPart !== undefined) return byPart.call;
    const key = keyOf(session, call);
    const current = this.#current.get(key);
    return current === undefined || current === this.#first.get(key) ? call : current;
  }

  begin(session: string, call: string): void {
    this.#running.set(keyOf(session, call), true);
  }

  /**
   * Whether a part tells the end of a call that began here: neither one of a copied session, nor a command of a person,
   * nor told before.
   */
  isEnd(part: JsonObject): boolean {
    const status = textField(objectField(part, 'state') ?? {}, 'status');
    if (textField(part, 'type') !== 'tool' || (status !== 'completed' && status !== 'error')) return false;
    const session = textField(part, 'sessionID') ?? '';
    const keys = ['callID', 'id'].map((name) => keyOf(session, textField(part, name) ?? ''));
    const isRunning = keys.some((key) => this.#running.peek(key) === true);
    for (const key of keys) this.#running.delete(key);
    return isRunning;
  }

  /** The calls that the last compaction of a session left; ids of messages are in the order of time. */
  kept(session: string): string[] {
    const tail = this.#tails.get(session);
    if (tail === undefined) return [];
    return [...this.#made.values()].flatMap(({ session: of, message, call }) =>
      of === session && message >= tail.from && message < tail.to ? [call] : [],
    );
  }
}

function keyOf(session: string, call: string): string {
  return `${session}\u0000${call}`;
}
