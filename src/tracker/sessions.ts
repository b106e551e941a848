import { dropOldest } from '../text/maps';
import { MOST_FORGOTTEN, type TrackerLimits } from './limits';
import type { Session } from './session';
import type { SessionKey } from './views';

/** Events after which it is looked again whether what is kept is too much: to weigh all sessions is not free. */
const EVENTS_BETWEEN = 256;

/**
 * The sessions that are kept, in the order in which they last did something. Where all together hold too much, or are too
 * many, those that were silent longest are forgotten; those that are held only where there is twice as much, beside the one
 * that did something last.
 */
export class Sessions {
  readonly #limits: TrackerLimits;
  readonly #forgotten: (session: Session) => void;
  /** The one that did something last comes last. */
  readonly #sessions = new Map<SessionKey, Session>();
  /** Those that were kept once, until they come back. */
  readonly #gone = new Set<SessionKey>();
  #latest: SessionKey | null = null;
  #events = 0;

  /** @param forgotten called with each session that is not kept any longer */
  constructor(limits: TrackerLimits, forgotten: (session: Session) => void) {
    this.#limits = limits;
    this.#forgotten = forgotten;
  }

  /** To be looked at only. */
  peek(key: SessionKey): Session | undefined {
    return this.#sessions.get(key);
  }

  /**
   * A session did something.
   *
   * @param create makes it, where it was not known
   * @param isHeld whether a session is to be kept, if at all possible
   */
  act(key: SessionKey, create: () => Session, isHeld: (key: SessionKey) => boolean): Session {
    const known = this.#sessions.get(key);
    const session = known ?? this.#made(key, create);
    if (this.#latest !== key) {
      this.#sessions.delete(key);
      this.#sessions.set(key, session);
      this.#latest = key;
    }
    if (known === undefined || ++this.#events >= EVENTS_BETWEEN) this.#bound(key, isHeld);
    return session;
  }

  /** Of another tracker's sessions, to take over a copy of the one with this key: as it is kept there, or not. */
  takeOver(key: SessionKey, from: Sessions): Session | undefined {
    const session = from.peek(key)?.copy();
    if (session !== undefined) this.#sessions.set(key, session);
    else if (from.#gone.has(key)) this.#gone.add(key);
    return session;
  }

  /** In no particular order. */
  all(): Iterable<Session> {
    return this.#sessions.values();
  }

  /** In the order they were heard of. */
  inOrder(): readonly Session[] {
    return [...this.all()].sort((a, b) => a.order - b.order);
  }

  #made(key: SessionKey, create: () => Session): Session {
    const session = create();
    session.isKnownInPart = this.#gone.delete(key);
    return session;
  }

  #bound(latest: SessionKey, isHeld: (key: SessionKey) => boolean): void {
    this.#events = 0;
    let weight = 0;
    for (const session of this.#sessions.values()) weight += session.weight;
    const unavoidable = this.#sessions.get(latest)?.weight ?? 0;
    for (const share of [1, 2]) {
      // That one session holds too much by itself is not mended by forgetting those that are held.
      if (share === 2) weight -= unavoidable;
      for (const [key, session] of this.#sessions) {
        const isTooMuch =
          weight > share * this.#limits.weight || this.#sessions.size > share * this.#limits.sessions;
        if (!isTooMuch) return;
        if (key === latest || (share === 1 && isHeld(key))) continue;
        this.#sessions.delete(key);
        this.#gone.add(key);
        dropOldest(this.#gone, MOST_FORGOTTEN);
        weight -= session.weight;
        this.#forgotten(session);
      }
    }
  }
}
