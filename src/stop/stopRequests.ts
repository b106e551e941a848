import { errorMessage } from '../text/errors';
import { type AgentEvent, MAIN_ACTOR } from '../tracker/event';
import { type SessionKey, sessionKey } from '../tracker/views';
import { isPending, type StopOffer, type StopRequest, type StopScope, type StopState } from './stopRequest';

/** How long an agent has to show that it got a stop, in ms: it looks only between two of its steps. */
const ACKNOWLEDGE_WITHIN = 30_000;
/** A request that nobody answered is withdrawn after a day, in ms. */
const WITHDRAW_AFTER = 24 * 60 * 60 * 1000;

interface Waiting {
  request: StopRequest;
  readonly offers: readonly StopOffer[];
  /** When the state began, ms. */
  since: number;
  /** The actor went on after it had acknowledged. */
  wentOn: boolean;
}

/**
 * The stops a window asked for and what became of each. Holds one request a session: a new one replaces the old.
 * Time is given by the caller; `tick` is to be called about once a second while `hasPending`.
 */
export class StopRequests {
  readonly #bySession = new Map<SessionKey, Waiting>();
  readonly #changed: (request: StopRequest) => void;
  #nextId = 1;
  #turn: Promise<void> = Promise.resolve();

  /** @param changed called after each change of a request's state */
  constructor(changed: (request: StopRequest) => void) {
    this.#changed = changed;
  }

  /** Sends a stop by every offer. A way that fails is told in `problems`; if all fail the request is withdrawn. */
  request(scope: StopScope, offers: readonly StopOffer[], reason: string, now: number): Promise<StopRequest> {
    return this.#inTurn(() => this.#request(scope, offers, reason, now));
  }

  async #request(
    scope: StopScope,
    offers: readonly StopOffer[],
    reason: string,
    now: number,
  ): Promise<StopRequest> {
    await this.#withdraw(scope.key, now);
    const waiting: Waiting = {
      request: {
        id: this.#nextId++,
        scope,
        reason,
        requestedAt: now,
        state: 'requested',
        via: offers.map((offer) => offer.label),
        problems: [],
      },
      offers,
      since: now,
      wentOn: false,
    };
    this.#bySession.set(scope.key, waiting);
    this.#changed(waiting.request);
    const problems: string[] = [];
    for (const offer of offers) {
      try {
        await offer.send(waiting.request);
      } catch (error) {
        problems.push(errorMessage(error));
      }
    }
    if (problems.length > 0) {
      waiting.request = { ...waiting.request, problems };
      if (problems.length === offers.length) await this.#end(waiting, 'withdrawn', now);
      else this.#changed(waiting.request);
    }
    return waiting.request;
  }

  /**
   * Takes up a stop that was asked for before this window was there. One that was still waited for counts as unanswered
   * until there is a sign. Nobody is told, since nothing has happened. Does nothing where the session has another.
   */
  restore(
    request: Omit<StopRequest, 'id' | 'via' | 'problems'>,
    offers: readonly StopOffer[],
    now: number,
  ): void {
    if (this.#bySession.has(request.scope.key)) return;
    const state = request.state === 'requested' ? 'timed-out' : request.state;
    const via = offers.map((offer) => offer.label);
    const restored = { ...request, id: this.#nextId++, state, via, problems: [] };
    this.#bySession.set(request.scope.key, { request: restored, offers, since: now, wentOn: false });
  }

  /** The session's request, over or not. */
  of(key: SessionKey): StopRequest | undefined {
    return this.#bySession.get(key)?.request;
  }

  /** Whether there is a request, over or not. */
  get hasAny(): boolean {
    return this.#bySession.size > 0;
  }

  get hasPending(): boolean {
    for (const { request } of this.#bySession.values()) if (isPending(request)) return true;
    return false;
  }

  /** Whether something keeps the session's agent from going on, though its request may be over. */
  holds(key: SessionKey): boolean {
    return this.#bySession.get(key)?.offers.some(({ hold }) => hold?.isHeld()) ?? false;
  }

  /** The agent was told. */
  acknowledged(key: SessionKey, now: number): Promise<void> {
    return this.#inTurn(async () => {
      const waiting = this.#bySession.get(key);
      if (waiting && isPending(waiting.request)) await this.#acknowledge(waiting, now);
    });
  }

  /** An actor has nothing more to do, by its own word; main: the session, until a person speaks. */
  rested(key: SessionKey, actor: string, now: number): Promise<void> {
    return this.#inTurn(async () => {
      const waiting = this.#bySession.get(key);
      if (!waiting || !isPending(waiting.request)) return;
      if ((waiting.request.scope.actor ?? MAIN_ACTOR) === actor) await this.#end(waiting, 'stopped', now);
    });
  }

  /** A person spoke to the session's agent: it is free to go on. */
  prompted(key: SessionKey, now: number): Promise<void> {
    return this.#inTurn(() => this.#prompted(key, now));
  }

  async #prompted(key: SessionKey, now: number): Promise<void> {
    const waiting = this.#bySession.get(key);
    if (!waiting || !this.holds(key)) return;
    for (const { hold } of waiting.offers) hold?.release();
    const { state } = waiting.request;
    if (!isPending(waiting.request)) this.#changed(waiting.request);
    else await this.#end(waiting, state === 'acknowledged' ? 'stopped' : 'withdrawn', now);
  }

  /** Looks whether an event shows what became of a stop. */
  observe(event: AgentEvent, now: number): Promise<void> {
    return this.#inTurn(() => this.#observe(event, now));
  }

  async #observe(event: AgentEvent, now: number): Promise<void> {
    const key = sessionKey(event.source, event.session);
    const waiting = this.#bySession.get(key);
    // Hooks tell by themselves of a person's words; where no window heard them, the record does.
    if (waiting && event.kind === 'prompt' && (event.time ?? 0) > waiting.request.requestedAt) {
      await this.#prompted(key, now);
    }
    if (!waiting || !isPending(waiting.request)) return;
    const { actor } = waiting.request.scope;
    const concerned = actor === null || actor === event.actor;
    switch (event.kind) {
      case 'stop-acknowledged':
        await this.#acknowledge(waiting, now);
        break;
      case 'session-end':
        await this.#end(waiting, 'stopped', now);
        break;
      case 'interrupted':
        if (concerned) await this.#end(waiting, 'stopped', now);
        break;
      default:
        // What hooks tell is answered there: it does not go on by it.
        if (event.via === 'hook') break;
        if (concerned && (event.time === null || event.time > waiting.since)) waiting.wentOn = true;
    }
  }

  /** The process of the session's agent ended. */
  processEnded(key: SessionKey, now: number): Promise<void> {
    return this.#inTurn(async () => {
      const waiting = this.#bySession.get(key);
      if (waiting && isPending(waiting.request)) await this.#end(waiting, 'stopped', now);
    });
  }

  /** Takes a request back, and lets the agent go on; does nothing where none is pending or holds it. */
  withdraw(key: SessionKey, now: number): Promise<void> {
    return this.#inTurn(() => this.#withdraw(key, now));
  }

  async #withdraw(key: SessionKey, now: number): Promise<void> {
    const waiting = this.#bySession.get(key);
    if (!waiting || !(isPending(waiting.request) || this.holds(key))) return;
    for (const { hold } of waiting.offers) hold?.release();
    await this.#end(waiting, 'withdrawn', now);
  }

  tick(now: number): Promise<void> {
    return this.#inTurn(() => this.#tick(now));
  }

  async #tick(now: number): Promise<void> {
    for (const waiting of this.#bySession.values()) {
      const { state, requestedAt } = waiting.request;
      if (!isPending(waiting.request)) continue;
      // The clock was set back: it is waited for from here.
      if (now < waiting.since) waiting.since = now;
      if (now - requestedAt >= WITHDRAW_AFTER) await this.#end(waiting, 'withdrawn', now);
      else if (state !== 'timed-out' && now - waiting.since >= ACKNOWLEDGE_WITHIN) {
        // An agent that acknowledged and then did nothing more has stopped; one that went on has not.
        if (state === 'acknowledged' && !waiting.wentOn) await this.#end(waiting, 'stopped', now);
        else this.#enter(waiting, 'timed-out', now);
      }
    }
  }

  /** One thing after the other: what is seen while a stop is being sent is seen after it. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  async #acknowledge(waiting: Waiting, now: number): Promise<void> {
    if (waiting.request.state === 'acknowledged') return;
    this.#enter(waiting, 'acknowledged', now);
    await this.#withdrawOffers(waiting);
  }

  async #end(waiting: Waiting, state: StopState, now: number): Promise<void> {
    const { state: before } = waiting.request;
    this.#enter(waiting, state, now);
    if (before === 'requested' || before === 'timed-out') await this.#withdrawOffers(waiting);
  }

  #enter(waiting: Waiting, state: StopState, now: number): void {
    waiting.request = { ...waiting.request, state };
    waiting.since = now;
    waiting.wentOn = false;
    this.#changed(waiting.request);
  }

  async #withdrawOffers(waiting: Waiting): Promise<void> {
    for (const offer of waiting.offers) {
      try {
        await offer.withdraw(waiting.request);
      } catch (error) {
        const problem = errorMessage(error);
        waiting.request = { ...waiting.request, problems: [...waiting.request.problems, problem] };
        this.#changed(waiting.request);
      }
    }
  }
}
