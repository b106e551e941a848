import type { HookEvents } from '../hooks/dialect';
import { hookCallEvents } from './hookCall';
import { hookFrameEvents } from './hookFrameEvents';

/** What happened, by the payload of a hook of Claude Code, whatever tool it is about. */
export const claudeCodeHookEvents: HookEvents = (frame, payload, hasher) =>
  hookFrameEvents(frame, payload, hasher, hookCallEvents);
