import { geminiDialect } from '../agents/gemini/hookDialect';
import { geminiHookEvents } from '../agents/gemini/hookEvents';
import { printedEvents } from './printedEvents';

/** The part of the companion for Gemini CLI. */
export const dialect = geminiDialect;
export const events = printedEvents(geminiHookEvents);
