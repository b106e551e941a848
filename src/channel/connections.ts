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

interface Call {
  readonly id: string;
  readonly heardAt: number;
}

/** The sessions whose hooks are heard, and how late they and their records are. */
export class Connections {
  readonly #connections = new Generations<SessionKey, Connection>(MOST_SESSIONS);
  readonly #lastCalls = new Generations<SessionKey, Call>(MOST_SESSIONS);

  of(key: SessionKey): Connection | undefined {
    return this.#connections.peek(key);
  }

  heard(key: SessionKey, { time, call, events }: HookReport, now: number): void {
    const { recordDelay = null } = this.#connections.get(key) ?? {};
    this.#connections.set(key, { heardAt: now, delay: Math.max(0, now - time), recordDelay });
    if (call !== null && events.length > 0) this.#lastCalls.set(key, { id: call, heardAt: now });
  }

  /** The record told of a call. */
  recorded(key: SessionKey, call: string, now: number): void {
    const last = this.#lastCalls.peek(key);
    const connection = this.#connections.peek(key);
    if (last?.id !== call || connection === undefined) return;
    this.#lastCalls.delete(key);
    this.#connections.set(key, { ...connection, recordDelay: Math.max(0, now - last.heardAt) });
  }
}
