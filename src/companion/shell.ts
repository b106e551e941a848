import { hookBashEvents } from '../agents/claudeCode/hookBashCall';
import { printedEvents } from './printedEvents';

/** The part of the companion for calls of Bash: it is larger than all the rest. */
export const events = printedEvents(hookBashEvents);
