import { codexDialect } from '../agents/codex/hookDialect';
import { codexHookEvents } from '../agents/codex/hookEvents';
import { printedEvents } from './printedEvents';

/** The part of the companion for Codex. */
export const dialect = codexDialect;
export const events = printedEvents(codexHookEvents);
