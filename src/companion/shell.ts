import { hookBashEvents } from '../agents/claudeCode/hookBashCall';
import { hookFrameEvents } from '../agents/claudeCode/hookFrameEvents';
import { printedEvents } from './printedEvents';

/** The part of the companion for Claude Code: for calls of Bash: it is larger than all the rest. */
export const events = printedEvents((frame, payload, hasher) =>
  hookFrameEvents(frame, payload, hasher, hookBashEvents),
);
