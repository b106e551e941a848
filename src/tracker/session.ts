import { dropFirst } from '../text/maps';
import { Actor } from './actor';
import { Calls } from './calls';
import type { Envelope } from './event';
import { MOST_ACTORS, MOST_FINDINGS, MOST_READS } from './limits';
import { Recent } from './recent';
import { type Finding, type ReadRecord, type SessionKey, sessionKey } from './views';

/** One conversation of one agent. */
export class Session {
  readonly key: SessionKey;
  readonly source: string;
  readonly id: string;
  agent: string;
  cwd: string | null = null;
  firstTime: number | null = null;
  lastTime: number | null = null;
  ended = false;
  readonly calls = new Calls();
  readonly reads = new Recent<ReadRecord>(MOST_READS);
  readonly findings = new Recent<Finding>(MOST_FINDINGS);
  readonly #actors = new Map<string, Actor>();

  constructor({ source, session, agent }: Envelope) {
    this.key = sessionKey(source, session);
    this.source = source;
    this.id = session;
    this.agent = agent;
  }

  get actors(): ReadonlyMap<string, Actor> {
    return this.#actors;
  }

  actor(id: string): Actor {
    const known = this.#actors.get(id);
    if (known !== undefined) return known;
    const created = new Actor(id);
    this.#actors.set(id, created);
    if (this.#actors.size > MOST_ACTORS) dropFirst(this.#actors);
    return created;
  }

  passTime(time: number | null): void {
    if (time === null) return;
    this.firstTime = Math.min(this.firstTime ?? time, time);
    this.lastTime = Math.max(this.lastTime ?? time, time);
  }
}
