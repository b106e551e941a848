import { type Disposable, EventEmitter } from 'vscode';
import type { StopOffer, StopRequest, StopScope, StopWay } from '../../stop/stopRequest';
import { StopRequests } from '../../stop/stopRequests';
import type { AgentEvent } from '../../tracker/event';
import type { SessionKey } from '../../tracker/views';
import type { FindingsLog } from '../findingsLog';

const TICK = 1000;

export interface StopControlParts {
  /** Best first. */
  readonly ways: readonly StopWay[];
  /** Used where none of the ways is sure to be looked at. */
  readonly lastResort: StopWay;
  /** Offered only to a person who asks for other ways. */
  readonly onlyAsked: readonly StopWay[];
  readonly log: FindingsLog;
}

/** Asks agents to stop and follows what becomes of it. Knows nothing of who asks, or why. */
export class StopControl implements Disposable {
  readonly #changed = new EventEmitter<StopRequest>();
  readonly #requests = new StopRequests((request) => this.#tell(request));
  readonly #ways: readonly StopWay[];
  readonly #lastResort: StopWay;
  readonly #onlyAsked: readonly StopWay[];
  readonly #log: FindingsLog;
  #ticking: NodeJS.Timeout | undefined;

  /** Fires after each change of a request's state. */
  readonly onDidChange = this.#changed.event;

  constructor({ ways, lastResort, onlyAsked, log }: StopControlParts) {
    this.#ways = ways;
    this.#lastResort = lastResort;
    this.#onlyAsked = onlyAsked;
    this.#log = log;
  }

  /**
   * How the scope could be reached now; empty: not at all. Where the agent itself will answer, nothing else is needed.
   */
  async offers(scope: StopScope): Promise<readonly StopOffer[]> {
    const found: StopOffer[] = [];
    for (const way of this.#ways) {
      const offer = await this.#ask(way, scope);
      if (offer?.kind === 'hook') return [offer];
      if (offer) found.push(offer);
    }
    // Only a harness with a log is known to look for a stop file.
    const isReached = found.some(({ kind }) => kind !== 'stop-file' || scope.source.startsWith('log:'));
    const last = isReached ? undefined : await this.#ask(this.#lastResort, scope);
    return last ? [...found, last] : found;
  }

  /** The other ways, for a person who does not want to wait for the agent's own answer. */
  async otherOffers(scope: StopScope): Promise<readonly StopOffer[]> {
    const [best] = await this.offers(scope);
    if (best?.kind !== 'hook') return [];
    const ways = [...this.#ways, ...this.#onlyAsked];
    const offers = await Promise.all(ways.map((way) => this.#ask(way, scope)));
    return offers
      .filter((offer) => offer !== undefined)
      .filter(({ kind }) => kind === 'terminal' || kind === 'process');
  }

  request(scope: StopScope, offers: readonly StopOffer[], reason: string): Promise<StopRequest> {
    const sent = this.#requests.request(scope, offers, reason, Date.now());
    this.#ticking ??= setInterval(() => this.#tick(), TICK);
    return sent;
  }

  /** Takes up a stop that was asked for before this window was loaded. */
  restore(request: StopRequest, offers: readonly StopOffer[]): void {
    this.#requests.restore(request, offers, Date.now());
    this.#ticking ??= setInterval(() => this.#tick(), TICK);
  }

  of(key: SessionKey): StopRequest | undefined {
    return this.#requests.of(key);
  }

  withdraw(key: SessionKey): Promise<void> {
    return this.#requests.withdraw(key, Date.now());
  }

  observe(event: AgentEvent): void {
    if (this.#requests.hasAny) this.#report(this.#requests.observe(event, Date.now()));
  }

  processEnded(key: SessionKey): void {
    this.#report(this.#requests.processEnded(key, Date.now()));
  }

  /** Whether the session's agent is kept from going on, though its stop may be over. */
  holds(key: SessionKey): boolean {
    return this.#requests.holds(key);
  }

  /** The agent was told to stop. */
  acknowledged(key: SessionKey): void {
    this.#report(this.#requests.acknowledged(key, Date.now()));
  }

  /** An actor has nothing more to do. */
  rested(key: SessionKey, actor: string): void {
    this.#report(this.#requests.rested(key, actor, Date.now()));
  }

  /** A person spoke to the agent. */
  prompted(key: SessionKey): void {
    this.#report(this.#requests.prompted(key, Date.now()));
  }

  #tick(): void {
    this.#report(this.#requests.tick(Date.now()));
    if (this.#requests.hasPending) return;
    clearInterval(this.#ticking);
    this.#ticking = undefined;
  }

  #tell(request: StopRequest): void {
    this.#log.stop(request);
    this.#changed.fire(request);
  }

  async #ask(way: StopWay, scope: StopScope): Promise<StopOffer | undefined> {
    try {
      return await way.offer(scope);
    } catch (error) {
      this.#log.failure('A way to stop the agent could not be looked at', error);
      return undefined;
    }
  }

  #report(work: Promise<void>): void {
    work.catch((error: unknown) => this.#log.failure('A stop could not be followed', error));
  }

  /** What was asked for stays asked for: a person's wish outlives the window. */
  dispose(): void {
    clearInterval(this.#ticking);
    this.#changed.dispose();
  }
}
