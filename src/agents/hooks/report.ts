import type { AgentEvent, Requested } from '../../tracker/event';

/**
 * When an agent calls its hooks, in words that fit every agent. `actor-start` and `actor-end` are a subagent's;
 * `turn-end`: the main agent has nothing more to do until a person speaks.
 */
export const HOOK_MOMENTS = [
  'session-start',
  'prompt',
  'before-call',
  'after-call',
  'context-lost',
  'actor-start',
  'actor-end',
  'turn-end',
  'session-end',
] as const;

export type HookMoment = (typeof HOOK_MOMENTS)[number];

/** What one call of a hook tells. Holds no text of any file. */
export interface HookReport {
  readonly moment: HookMoment;
  readonly session: string;
  /** `MAIN_ACTOR` or the subagent's id. */
  readonly actor: string;
  /** Absolute folder that the agent is in. */
  readonly cwd: string;
  /** Absolute path of the session's transcript; null where the agent names none. */
  readonly transcript: string | null;
  /** When the hook was called, in milliseconds since the epoch. */
  readonly time: number;
  /** The call before or after which the hook was called; null where it has no id, or several came back together. */
  readonly call: string | null;
  /** The prompt comes from a person, and not from the agent's own harness. */
  readonly isPerson: boolean;
  /** The read that is about to be made, where it is one of a read tool. */
  readonly reading: HookReading | null;
  /** What happened. Paths are absolute, not canonical. */
  readonly events: readonly AgentEvent[];
  /** The process that called the hook, where the hook is a program. */
  readonly caller?: HookCaller;
}

/** A process of the agent, or of a shell between it and its hook. */
export interface HookCaller {
  readonly pid: number;
  /** What tells it from others that have had its number; null where the system does not say. */
  readonly born: string | null;
}

/** What a hook's call tells without what happened, which may take far more code to find out. */
export type HookFrame = Omit<HookReport, 'events' | 'caller'>;

export interface HookReading {
  readonly path: string;
  readonly requested: Requested;
}

/** What an agent is to be told in answer to its hook. */
export interface HookVerdict {
  /** Go no further. */
  readonly stop?: { readonly reason: string };
  /** Do not make this call. */
  readonly deny?: { readonly reason: string };
  /** One more sentence for the model. */
  readonly context?: string;
}

export function isEmptyVerdict({ stop, deny, context }: HookVerdict): boolean {
  return stop === undefined && deny === undefined && context === undefined;
}
