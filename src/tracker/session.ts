import { Generations } from '../text/generations';
import { dropOldest } from '../text/maps';
import { Actor } from './actor';
import { Calls } from './calls';
import { NO_COST } from './cost';
import type { Envelope } from './event';
import { MOST_FINDINGS, MOST_FORGOTTEN, MOST_READS, type TrackerLimits } from './limits';
import { ReadLog } from './readLog';
import { Recent } from './recent';
import { type Cost, type Finding, type SessionKey, sessionKey } from './views';

/** One conversation of one agent. */
export class Session {
  readonly key: SessionKey;
  readonly source: string;
  readonly id: string;
  /** Which session it is, in the order they were heard of. */
  readonly order: number;
  agent: string;
  cwd: string | null = null;
  firstTime: number | null = null;
  lastTime: number | null = null;
  ended = false;
  /** It goes on from another one, whose reads may be in its context and not in its record. */
  isFork = false;
  /** It was forgotten and came back: what it was given before that is not known. */
  isKnownInPart = false;
  cost: Cost = NO_COST;
  readonly calls = new Calls();
  readonly reads: ReadLog;
  readonly findings: Recent<Finding>;
  #actorsSeen = 0;
  readonly #limits: TrackerLimits;
  readonly #actors: Generations<string, Actor>;
  /** Actors that were kept once, until they come back. */
  readonly #gone = new Set<string>();

  constructor(
    { source, session, agent }: Pick<Envelope, 'source' | 'session' | 'agent'>,
    order: number,
    limits: TrackerLimits,
    { reads, findings }: Partial<Pick<Session, 'reads' | 'findings'>> = {},
  ) {
    this.order = order;
    this.#limits = limits;
    this.#actors = new Generations(limits.actors, (gone) => {
      for (const id of gone.keys()) this.#gone.add(id);
      dropOldest(this.#gone, MOST_FORGOTTEN);
    });
    this.key = sessionKey(source, session);
    this.source = source;
    this.id = session;
    this.agent = agent;
    this.reads = reads ?? new ReadLog(MOST_READS);
    this.findings = findings ?? new Recent(MOST_FINDINGS);
  }

  /** All of it but the calls: those that are known are not to be counted in the copy. */
  copy(): Session {
    const { source, id, agent } = this;
    const shown = { reads: this.reads.copy(), findings: this.findings.copy() };
    const copy = new Session({ source, session: id, agent }, this.order, this.#limits, shown);
    copy.cwd = this.cwd;
    copy.firstTime = this.firstTime;
    copy.lastTime = this.lastTime;
    copy.ended = this.ended;
    copy.isFork = this.isFork;
    copy.isKnownInPart = this.isKnownInPart;
    copy.cost = this.cost;
    copy.#actorsSeen = this.#actorsSeen;
    for (const actor of this.#actors.values()) copy.#actors.set(actor.id, actor.copy());
    for (const id of this.#gone) copy.#gone.add(id);
    return copy;
  }

  /** How much it holds, as {@link TrackerLimits} counts it. */
  get weight(): number {
    let weight = this.reads.size + this.findings.size + this.#gone.size;
    for (const actor of this.#actors.values()) weight += 1 + actor.files.size;
    return weight;
  }

  /** In the order they were heard of, as far as they are kept. */
  get actors(): readonly Actor[] {
    return [...this.#actors.values()].sort((a, b) => a.order - b.order);
  }

  /** The actor, if it is known. */
  knownActor(id: string): Actor | undefined {
    return this.#actors.peek(id);
  }

  actor(id: string): Actor {
    const known = this.#actors.get(id);
    if (known !== undefined) return known;
    const created = new Actor(id, this.#actorsSeen++);
    created.isKnownInPart = this.#gone.delete(id);
    this.#actors.set(id, created);
    return created;
  }

  passTime(time: number | null): void {
    if (time === null) return;
    this.firstTime = Math.min(this.firstTime ?? time, time);
    this.lastTime = Math.max(this.lastTime ?? time, time);
  }
}
