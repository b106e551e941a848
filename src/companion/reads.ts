import { hookReadEvents } from '../agents/claudeCode/hookReadCall';
import { printedEvents } from './printedEvents';

/** The part of the companion for calls of Read, and for what is no call. */
export const events = printedEvents(hookReadEvents);
