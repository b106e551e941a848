import type { HookReport } from '../agents/hooks/report';
import { Generations } from '../text/generations';
import { MOST_SESSIONS } from '../tracker/limits';
import type { SessionKey } from '../tracker/views';
import type { StopOffer, StopRequest, StopScope, StopWay } from './stopRequest';

/** More calls than a model makes at once before it has heard that the first was refused. */
const IGNORED_AFTER = 6;

/** Agents whose hooks do not always say which actor of a session they are called for: nobody else is to be stopped. */
const WITHOUT_ACTORS: ReadonlySet<string> = new Set(['cline', 'gemini', 'vscode-chat']);

/** What a hook is to be answered with, and what to do once the agent has the answer. */
export interface HookStop {
  readonly reason: string;
  delivered(): void;
}

/** What is learned about stops from what agents tell. */
export interface HookSigns {
  acknowledged(key: SessionKey): void;
  rested(key: SessionKey, actor: string): void;
  prompted(key: SessionKey): void;
  /** So many calls were refused since the stop was asked for, and the agent goes on asking. */
  ignored(key: SessionKey, refused: number): void;
  /** What is to be kept for the time after this window, {@link HookAnswerWay.standing}, is something else now. */
  changed(): void;
}

/**
 * Stops an agent by the answers to its hooks: at the next call of the actor, and at each one after it, since a task in
 * the background may wake the agent again. Ends when a person speaks to it.
 */
export class HookAnswerWay implements StopWay {
  readonly #label: () => string;
  readonly #signs: HookSigns;
  /** Sessions whose hooks were heard; whether they still go on. */
  readonly #connected = new Generations<SessionKey, boolean>(MOST_SESSIONS);
  readonly #standing = new Map<SessionKey, StopRequest>();
  /** Calls that were refused since a stop was asked for, by their ids where they have any. */
  readonly #refused = new WeakMap<StopRequest, Set<string | symbol>>();

  /** @param label what will be done, for people */
  constructor(label: () => string, signs: HookSigns) {
    this.#label = label;
    this.#signs = signs;
  }

  async offer({ key, agent, actor }: StopScope): Promise<StopOffer | undefined> {
    if (actor !== null && WITHOUT_ACTORS.has(agent)) return undefined;
    return this.isConnected(key) ? this.#offerFor(key) : undefined;
  }

  /** Takes up a stop that was asked for before this window was there: what holds it from now on. */
  restore(request: StopRequest): StopOffer {
    const { key } = request.scope;
    this.#standing.set(key, request);
    return this.#offerFor(key);
  }

  /** The stops that would be lost with this window: those of sessions that are not known to have ended. */
  standing(): readonly StopRequest[] {
    return [...this.#standing].flatMap(([key, request]) =>
      this.#connected.peek(key) === false ? [] : [request],
    );
  }

  isConnected(key: SessionKey): boolean {
    return this.#connected.peek(key) === true;
  }

  #offerFor(key: SessionKey): StopOffer {
    return {
      kind: 'hook',
      label: this.#label(),
      send: async (request) => {
        this.#standing.set(key, request);
        this.#signs.changed();
      },
      // What was acknowledged, or has stopped, is still to be held.
      withdraw: async () => undefined,
      hold: {
        isHeld: () => this.#standing.has(key),
        release: () => {
          if (this.#standing.delete(key)) this.#signs.changed();
        },
      },
    };
  }

  /** The session goes on, and its hooks are heard no more: another way must be found. */
  disconnect(key: SessionKey): void {
    this.#connected.delete(key);
  }

  /** Takes note of what a hook tells. */
  note(key: SessionKey, { moment, actor, isPerson, time }: HookReport): void {
    const wasOver = this.#connected.peek(key) === false;
    const isOver = moment === 'session-end';
    this.#connected.set(key, !isOver);
    const standing = this.#standing.get(key);
    if (standing === undefined) return;
    if (isOver !== wasOver) this.#signs.changed();
    // What a person said before the stop was asked for does not take it back.
    if (moment === 'prompt' && isPerson && time > standing.requestedAt) this.#signs.prompted(key);
    else if (moment === 'turn-end' || moment === 'actor-end') this.#signs.rested(key, actor);
  }

  /** Agents that are watched from inside ask again and again about a call that runs: it counts once. */
  #countRefused(key: SessionKey, standing: StopRequest, call: string | null): void {
    const refused = this.#refused.get(standing) ?? new Set();
    this.#refused.set(standing, refused);
    const before = refused.size;
    if (before < IGNORED_AFTER) refused.add(call ?? Symbol());
    if (refused.size === before || refused.size < IGNORED_AFTER) return;
    if (this.#standing.get(key) === standing) this.#signs.ignored(key, refused.size);
  }

  /** The stop that a hook is to be answered with, if any. */
  answer(key: SessionKey, { moment, actor, call, isPerson }: HookReport): HookStop | null {
    const standing = this.#standing.get(key);
    const isBeforeMore =
      moment === 'before-call' || moment === 'after-call' || (moment === 'prompt' && !isPerson);
    if (standing === undefined || !isBeforeMore) return null;
    const { scope, reason } = standing;
    if (scope.actor !== null && scope.actor !== actor) return null;
    return {
      reason,
      delivered: () => {
        this.#signs.acknowledged(key);
        if (moment === 'before-call') this.#countRefused(key, standing, call);
        // It was about to begin, and does not.
        if (moment === 'prompt') this.#signs.rested(key, actor);
      },
    };
  }
}
