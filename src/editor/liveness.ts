import { Generations } from '../text/generations';
import { type AgentEvent, DISK_SOURCE } from '../tracker/event';
import { MOST_SESSIONS } from '../tracker/limits';
import { type SessionKey, sessionKey } from '../tracker/views';

/** A session that was silent for this long is no longer live, ms. */
export const SILENT_AFTER = 10 * 60 * 1000;

interface Seen {
  /** Milliseconds since the epoch; 0 where no time is known. */
  last: number;
  /** When it said that it ended; null: it goes on. */
  endedAt: number | null;
}

/** When each session last did something, and so which are live. Times are milliseconds since the epoch. */
export class Liveness {
  #seen = new Generations<SessionKey, Seen>(2 * MOST_SESSIONS);

  /** @param live whether the event happens now, rather than being read back from a record */
  observe(event: AgentEvent, live: boolean, now: number): void {
    if (event.source === DISK_SOURCE) return;
    const key = sessionKey(event.source, event.session);
    const seen = this.#seen.get(key) ?? { last: 0, endedAt: null };
    // A record may claim any time: one to come must not keep its session alive.
    seen.last = Math.max(seen.last, live ? now : Math.min(event.time ?? 0, now));
    if (event.kind === 'session-end') seen.endedAt = event.time ?? Number.NEGATIVE_INFINITY;
    else if (event.kind !== 'stop-acknowledged' && !isBefore(event, seen.endedAt)) seen.endedAt = null;
    this.#seen.set(key, seen);
  }

  isLive(key: SessionKey, now: number): boolean {
    const seen = this.#seen.peek(key);
    return seen !== undefined && seen.endedAt === null && now - seen.last < SILENT_AFTER;
  }

  /** 0 where no time is known. */
  lastSeen(key: SessionKey): number {
    return this.#seen.peek(key)?.last ?? 0;
  }

  clear(): void {
    this.#seen = new Generations(2 * MOST_SESSIONS);
  }
}

/** What the record tells after a hook told of the end may have been before it. */
function isBefore({ time }: AgentEvent, end: number | null): boolean {
  return time !== null && end !== null && time <= end;
}
