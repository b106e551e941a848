import type { LineHasher } from '../../text/lineHash';
import type { AgentEvent } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import type { HookFrame, HookVerdict } from './report';

/**
 * How the hooks of one agent speak; one file for each, pure. What happened is told apart ({@link HookEvents}), since it
 * takes far more code to find out.
 */
export interface HookDialect {
  /** The kind of the agent's adapter, which is also the source of its events: told twice, a call counts once. */
  readonly agent: string;
  /** Whether a payload is one of this agent's: settings of one agent are read by others too. */
  recognises(payload: JsonObject): boolean;
  /**
   * What a payload tells of itself. Null for hooks that tell nothing of use, and for payloads that do not name what
   * they must.
   *
   * @param hook the hook's name, or the folder that it ran in, where the agent's settings had to say that; undefined: the
   *   payload says it
   * @param time when the hook was called, in milliseconds since the epoch
   */
  frame(payload: JsonObject, hook: string | undefined, time: number): HookFrame | null;
  /** A verdict in the agent's own terms, as it is printed as JSON; null where there is nothing to say, or nobody heeds it. */
  answer(payload: JsonObject, frame: HookFrame, verdict: HookVerdict): JsonObject | null;
}

/** What happened, by the payload of a hook; paths absolute, not canonical. */
export type HookEvents = (frame: HookFrame, payload: JsonObject, hasher: LineHasher) => AgentEvent[];
