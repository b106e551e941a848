import type { LineHasher } from '../../text/lineHash';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { calledAndTold } from './hookResult';
import { toolCall } from './toolCall';
import { hookWorkshop } from './workshop';

/** What a hook after a call of any tool but Bash tells of it. */
export function hookToolEvents(
  payload: JsonObject,
  base: Envelope,
  cwd: string,
  hasher: LineHasher,
): AgentEvent[] {
  const told = calledAndTold(payload, base, cwd);
  return told === null ? [] : toolCall(told.call, told.result, base, hookWorkshop(hasher));
}
