import { cursorDialect } from '../agents/cursor/hookDialect';
import { cursorHookEvents } from '../agents/cursor/hookEvents';
import { printedEvents } from './printedEvents';

/** The part of the companion for Cursor. */
export const dialect = cursorDialect;
export const events = printedEvents(cursorHookEvents);
