import { Generations } from '../text/generations';
import type { AgentEvent } from '../tracker/event';
import { MOST_SESSIONS } from '../tracker/limits';
import type { Applied, ReadRecord, SessionKey } from '../tracker/views';

/**
 * Which actors have passed the stop level and not yet done anything else: one episode an actor, so that a person is told
 * once and not at each counter. Past events count too: a window that opens on a loop shows it, without telling.
 */
export class Episodes {
  #open = new Generations<SessionKey, Set<string>>(MOST_SESSIONS);

  /**
   * @param stopLevel the counter value of the stop level
   * @returns the read that opened an episode, if this event did
   */
  observe(event: AgentEvent, applied: Applied, stopLevel: number): ReadRecord | undefined {
    const { read, session, actor } = applied;
    if (read?.level === 'stop' && !read.uncertain) {
      const open = this.#open.get(session) ?? new Set();
      this.#open.set(session, open);
      const isFirst = !open.has(actor);
      open.add(actor);
      return isFirst ? read : undefined;
    }
    if (event.kind === 'prompt' || event.kind === 'session-end') this.close(session);
    else if (endsEpisode(event, read, stopLevel)) this.close(session, actor);
    return undefined;
  }

  /** Whether the actor, or any actor of the session, is in an episode. */
  isOpen(session: SessionKey, actor?: string): boolean {
    const open = this.#open.peek(session);
    return open !== undefined && (actor === undefined || open.has(actor));
  }

  /** Ends the episode of one actor, or of all actors of the session. */
  close(session: SessionKey, actor?: string): void {
    const open = this.#open.get(session);
    if (actor !== undefined) open?.delete(actor);
    if (actor === undefined || open?.size === 0) this.#open.delete(session);
  }

  clear(): void {
    this.#open = new Generations(MOST_SESSIONS);
  }
}

function endsEpisode(event: AgentEvent, read: ReadRecord | null, stopLevel: number): boolean {
  switch (event.kind) {
    case 'edit':
    case 'write':
      return event.outcome === 'ok';
    case 'context-lost':
      return event.reason === 'compaction' || event.reason === 'clear';
    default:
      return read?.progress === 'progress' && read.stopStreak < stopLevel;
  }
}
