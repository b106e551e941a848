import { qwenCodeDialect } from '../agents/qwenCode/hookDialect';
import { qwenCodeHookEvents } from '../agents/qwenCode/hookEvents';
import { printedEvents } from './printedEvents';

/** The part of the companion for Qwen Code. */
export const dialect = qwenCodeDialect;
export const events = printedEvents(qwenCodeHookEvents);
