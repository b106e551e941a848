import { clineDialect } from '../agents/cline/hookDialect';
import { clineHookEvents } from '../agents/cline/hookEvents';
import { printedEvents } from './printedEvents';

/** The part of the companion for Cline. */
export const dialect = clineDialect;
export const events = printedEvents(clineHookEvents);
