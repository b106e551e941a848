import type { SessionKey } from '../tracker/views';

/** Whom a stop is for: one actor, or the whole session where `actor` is null. */
export interface StopScope {
  readonly key: SessionKey;
  readonly source: string;
  readonly session: string;
  readonly agent: string;
  readonly actor: string | null;
  /** The session's working directory, absolute; null where it is not known. */
  readonly cwd: string | null;
}

/**
 * requested → acknowledged (the agent or its harness got it) → stopped (its record or process says so).
 * timed-out: no sign in time; a late sign still counts. withdrawn: taken back by a person, or replaced.
 */
export type StopState = 'requested' | 'acknowledged' | 'stopped' | 'timed-out' | 'withdrawn';

export interface StopRequest {
  readonly id: number;
  readonly scope: StopScope;
  /** Why, in one sentence; reaches the agent. Holds no file text. */
  readonly reason: string;
  /** Milliseconds since the epoch. */
  readonly requestedAt: number;
  readonly state: StopState;
  /** What was done to reach the agent, for people: `stop file`, `Escape in terminal “claude”`, … */
  readonly via: readonly string[];
  /** What went wrong with a way, one sentence each. */
  readonly problems: readonly string[];
}

/** What keeps an agent from going on, even once it has stopped: until a person speaks to it, or takes the stop back. */
export interface StopHold {
  isHeld(): boolean;
  release(): void;
}

/** One way to reach an agent, found to fit a scope. */
export interface StopOffer {
  readonly kind: 'hook' | 'stop-file' | 'terminal' | 'command' | 'process';
  /** What will be done, for people, before it is done. */
  readonly label: string;
  /** Reaches for the agent; throws an Error whose message says in one sentence what to do instead. */
  send(request: StopRequest): Promise<void>;
  /** Takes back what can be taken back; called once the request was acknowledged or is over. */
  withdraw(request: StopRequest): Promise<void>;
  readonly hold?: StopHold;
}

/** A way of stopping; looks whether it can serve a scope. */
export interface StopWay {
  offer(scope: StopScope): Promise<StopOffer | undefined>;
}

/** Whether the request still waits for something. */
export function isPending(request: StopRequest): boolean {
  return request.state === 'requested' || request.state === 'acknowledged' || request.state === 'timed-out';
}
