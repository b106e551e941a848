import { Generations } from '../text/generations';
import { Ahead, type Told } from './ahead';
import { type AgentEvent, DISK_SOURCE } from './event';
import { MOST_AHEAD } from './limits';
import type { TrackerSettings } from './settings';
import { Tracker } from './tracker';
import {
  type Applied,
  type FileCoverage,
  type FileSummary,
  type Finding,
  type ReadRecord,
  type SessionKey,
  type SessionSummary,
  sessionKey,
  type TrackerView,
} from './views';

/**
 * A tracker that hears of a session from two sides: from the agent's record, which is right and late, and from its
 * hooks, which are quick and do not know everything. What hooks told and the record has not stands on a copy of the
 * session, and goes as the record comes: in the end the state is that of the record alone. Where no record comes, what
 * hooks told is taken for true once it is too much to be kept apart.
 */
export class LiveTracker implements TrackerView {
  readonly #record: Tracker;
  readonly #ahead = new Generations<SessionKey, Ahead>(MOST_AHEAD, (gone) => {
    for (const ahead of gone.values()) ahead.settle();
  });
  #hearsHooks = false;

  constructor(settings: Partial<TrackerSettings> = {}) {
    this.#record = new Tracker(settings);
  }

  /** Changed settings count from the next event on. */
  configure(settings: Partial<TrackerSettings>): void {
    this.#record.configure(settings);
    this.#recordChanged(DISK_SOURCE);
  }

  apply(event: AgentEvent): Told {
    const key = sessionKey(event.source, event.session);
    if (event.via === 'hook') return this.#aheadOf(key, event.source).hear(event);
    const known = isNameless(event) ? this.#ahead.peek(key)?.isToldOf(event) : undefined;
    if (known !== undefined) return known;
    const applied = this.#record.apply(event);
    if (!this.#hearsHooks) return { ...applied, isNews: !applied.duplicate };
    // Copies are dear to make anew, and what the disk shows of files that the record does not know changes none.
    const isOfNothing = event.source === DISK_SOURCE && applied.changedPaths.length === 0;
    if (!isOfNothing) this.#recordChanged(event.source);
    return this.#ahead.peek(key)?.confirm(event, applied) ?? { ...applied, isNews: !applied.duplicate };
  }

  /** What an event would lead to if it happened now. Nothing is changed. */
  foresee(event: AgentEvent): Applied {
    const key = sessionKey(event.source, event.session);
    return this.#seen(key).copyOf(key, event.source).apply(event);
  }

  /** A person resumed or snoozed: the levels of the actor, or of all, count from the values of now. */
  rearm(session: SessionKey, actor?: string): void {
    this.#record.rearm(session, actor);
    this.#ahead.peek(session)?.rearm(actor);
  }

  /** Reads of the file were no loop after all: the counters that they raised are at 0 again. */
  forgive(session: SessionKey, path: string): void {
    this.#record.forgive(session, path);
    this.#ahead.peek(session)?.recordChanged();
  }

  sessions(): readonly SessionSummary[] {
    const sessions = new Map(this.#record.sessions().map((session) => [session.key, session]));
    for (const [key, ahead] of this.#ahead) {
      for (const session of ahead.copy?.sessions() ?? []) sessions.set(key, session);
    }
    return [...sessions.values()];
  }

  files(session: SessionKey, actor?: string): readonly FileSummary[] {
    return this.#seen(session).files(session, actor);
  }

  coverage(session: SessionKey, path: string): FileCoverage | undefined {
    return this.#seen(session).coverage(session, path);
  }

  reads(
    session: SessionKey,
    filter?: { readonly actor?: string; readonly path?: string },
  ): readonly ReadRecord[] {
    return this.#seen(session).reads(session, filter);
  }

  findings(session: SessionKey): readonly Finding[] {
    return this.#seen(session).findings(session);
  }

  #seen(key: SessionKey): Tracker {
    return this.#ahead.peek(key)?.copy ?? this.#record;
  }

  #aheadOf(key: SessionKey, source: string): Ahead {
    const known = this.#ahead.get(key);
    if (known !== undefined) return known;
    const settled = () => this.#recordChanged(source);
    const created = new Ahead({ record: this.#record, key, source, settled });
    this.#hearsHooks = true;
    this.#ahead.set(key, created);
    return created;
  }

  /** Copies rest on the record: on the session's own part of it, and on the files of its source. */
  #recordChanged(source: string): void {
    for (const ahead of this.#ahead.values()) {
      if (ahead.source === source || source === DISK_SOURCE) ahead.recordChanged();
    }
  }
}

/**
 * Whether the record tells a read that it neither names nor knows the lines of: it cannot be made one with what a hook
 * told of it, and adds nothing to that.
 */
function isNameless(event: AgentEvent): boolean {
  return (
    event.kind === 'read' &&
    event.call === null &&
    event.outcome === 'unknown-range' &&
    event.unplaced === undefined
  );
}
