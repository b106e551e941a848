import type { LineHasher } from '../../text/lineHash';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { bashCall } from './bashCall';
import { calledAndTold } from './hookResult';
import { hookWorkshop } from './workshop';

/** What a hook after a call of Bash tells of it. */
export function hookBashEvents(
  payload: JsonObject,
  base: Envelope,
  cwd: string,
  hasher: LineHasher,
): AgentEvent[] {
  const told = calledAndTold(payload, base, cwd);
  if (told === null) return [];
  const { call, result } = told;
  const { events, cwd: after } = bashCall(call, { result, isTouched: true }, base, cwd, hookWorkshop(hasher));
  // The folder that a hook names may be the one before the command or the one after it: they must be the same.
  return after === cwd ? events : events.filter(({ kind }) => kind === 'command');
}
