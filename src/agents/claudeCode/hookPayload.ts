import type { LineHasher } from '../../text/lineHash';
import type { JsonObject } from '../adapter';
import type { HookReport } from '../hooks/report';
import { hookCallEvents } from './hookCall';
import { hookEvents } from './hookEvents';
import { hookFrame } from './hookFrame';

export interface HookContext {
  readonly hasher: LineHasher;
  /** When the hook was called, in milliseconds since the epoch. */
  readonly time: number;
}

/**
 * What a payload of Claude Code tells, with all text of files taken out. Null for hooks that tell nothing of use, and
 * for payloads that do not name what they must.
 *
 * @param payload one that `payloadKind` takes for Claude Code's
 */
export function hookReport(payload: JsonObject, { hasher, time }: HookContext): HookReport | null {
  const frame = hookFrame(payload, time);
  return frame && { ...frame, events: hookEvents(frame, payload, hasher, hookCallEvents) };
}
