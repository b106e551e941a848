import type { LineHasher } from '../../text/lineHash';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { hookBashEvents } from './hookBashCall';
import { isBash } from './hookResult';
import { hookToolEvents } from './hookToolCall';

/** What a hook after a call tells of it. Nothing is known of the calls before: each hook is told by itself. */
export function hookCallEvents(
  payload: JsonObject,
  base: Envelope,
  cwd: string,
  hasher: LineHasher,
): AgentEvent[] {
  const eventsOf = isBash(payload) ? hookBashEvents : hookToolEvents;
  return eventsOf(payload, base, cwd, hasher);
}
