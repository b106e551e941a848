import { hookToolEvents } from '../agents/claudeCode/hookToolCall';
import { printedEvents } from './printedEvents';

/** The part of the companion for calls of all tools but Read and Bash. */
export const events = printedEvents(hookToolEvents);
