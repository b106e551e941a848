import { hookFrameEvents } from '../agents/claudeCode/hookFrameEvents';
import { hookReadEvents } from '../agents/claudeCode/hookReadCall';
import { printedEvents } from './printedEvents';

/** The part of the companion for Claude Code: for calls of Read, and for what is no call. */
export const events = printedEvents((frame, payload, hasher) =>
  hookFrameEvents(frame, payload, hasher, hookReadEvents),
);
