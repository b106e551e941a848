import type { LineHasher } from '../../text/lineHash';
import type { Envelope, ReadEvent } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { calledAndTold } from './hookResult';
import { readCall } from './readCall';
import { hookWorkshop } from './workshop';

/** What a hook after a call of Read tells of it: as `hookToolEvents` does, with far less code. */
export function hookReadEvents(
  payload: JsonObject,
  base: Envelope,
  cwd: string,
  hasher: LineHasher,
): ReadEvent[] {
  const told = calledAndTold(payload, base, cwd);
  return told === null ? [] : readCall(told.call, told.result, base, hookWorkshop(hasher));
}
