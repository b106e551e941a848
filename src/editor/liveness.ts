import { type AgentEvent, DISK_SOURCE } from '../tracker/event';
import { type SessionKey, sessionKey } from '../tracker/views';

/** A session that was silent for this long is no longer live, ms. */
export const SILENT_AFTER = 10 * 60 * 1000;

/** When each session last did something, and so which are live. Times are milliseconds since the epoch. */
export class Liveness {
  readonly #last = new Map<SessionKey, number>();
  readonly #ended = new Set<SessionKey>();

  /** @param live whether the event happens now, rather than being read back from a record */
  observe(event: AgentEvent, live: boolean, now: number): void {
    if (event.source === DISK_SOURCE) return;
    const key = sessionKey(event.source, event.session);
    // A record may claim any time: one to come must not keep its session alive.
    const at = live ? now : Math.min(event.time ?? 0, now);
    this.#last.set(key, Math.max(this.#last.get(key) ?? 0, at));
    if (event.kind === 'session-end') this.#ended.add(key);
    else if (event.kind !== 'stop-acknowledged') this.#ended.delete(key);
  }

  isLive(key: SessionKey, now: number): boolean {
    return !this.#ended.has(key) && now - this.lastSeen(key) < SILENT_AFTER;
  }

  hasEnded(key: SessionKey): boolean {
    return this.#ended.has(key);
  }

  /** 0 where no time is known. */
  lastSeen(key: SessionKey): number {
    return this.#last.get(key) ?? 0;
  }

  clear(): void {
    this.#last.clear();
    this.#ended.clear();
  }
}
