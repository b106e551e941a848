import type { HookReport } from '../agents/hooks/report';
import { Generations } from '../text/generations';
import { MOST_SESSIONS } from '../tracker/limits';
import type { SessionKey } from '../tracker/views';

/** How a session is connected. Times in milliseconds. */
export interface Connection {
  /** When its hooks were last heard, since the epoch. */
  readonly heardAt: number;
  /** How long what a hook told was on its way. */
  readonly delay: number;
  /** How much later the agent's record told what a hook had told; null: not yet. */
  readonly recordDelay: number | null;
}

/** A session whose record goes on this long without its hooks is not connected any more, ms. */
const UNHEARD = 15_000;

interface Call {
  readonly id: string;
  readonly heardAt: number;
}

/** A call as the record tells of it; its time is that of the record. */
export interface RecordedCall {
  readonly call: string;
  readonly time: number | null;
}

/** The sessions whose hooks are heard, and how late they and their records are. */
export class Connections {
  readonly #connections = new Generations<SessionKey, Connection>(MOST_SESSIONS);
  readonly #lastCalls = new Generations<SessionKey, Call>(MOST_SESSIONS);
  /** When a call was recorded long after the last hook: milliseconds since the epoch. */
  readonly #unheard = new Generations<SessionKey, number>(MOST_SESSIONS);

  of(key: SessionKey): Connection | undefined {
    return this.#connections.peek(key);
  }

  heard(key: SessionKey, { time, call, events }: HookReport, now: number): void {
    const { recordDelay = null } = this.#connections.get(key) ?? {};
    this.#connections.set(key, { heardAt: now, delay: Math.max(0, now - time), recordDelay });
    this.#unheard.delete(key);
    if (call !== null && events.length > 0) this.#lastCalls.set(key, { id: call, heardAt: now });
  }

  /**
   * The record told of a call.
   * @returns whether it shows that the hooks are called no more, where somebody has taken them out: one call may be of a
   * kind that has none, or its hook be on its way
   */
  recorded(key: SessionKey, { call, time }: RecordedCall, now: number): boolean {
    const connection = this.#connections.peek(key);
    if (connection === undefined) return false;
    const last = this.#lastCalls.peek(key);
    if (last?.id === call) {
      this.#lastCalls.delete(key);
      this.#connections.set(key, { ...connection, recordDelay: Math.max(0, now - last.heardAt) });
    }
    if (time === null || time < connection.heardAt + UNHEARD) return false;
    const first = this.#unheard.peek(key);
    if (first === undefined) this.#unheard.set(key, time);
    if (first === undefined || time < first + UNHEARD) return false;
    this.#connections.delete(key);
    this.#unheard.delete(key);
    return true;
  }
}
