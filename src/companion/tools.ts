import { hookFrameEvents } from '../agents/claudeCode/hookFrameEvents';
import { hookToolEvents } from '../agents/claudeCode/hookToolCall';
import { printedEvents } from './printedEvents';

/** The part of the companion for Claude Code: for calls of all tools but Read and Bash. */
export const events = printedEvents((frame, payload, hasher) =>
  hookFrameEvents(frame, payload, hasher, hookToolEvents),
);
