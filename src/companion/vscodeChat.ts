import { vscodeChatDialect } from '../agents/vscodeChat/hookDialect';
import { vscodeChatHookEvents } from '../agents/vscodeChat/hookEvents';
import { printedEvents } from './printedEvents';

/** The part of the companion for VS Code's own agent. */
export const dialect = vscodeChatDialect;
export const events = printedEvents(vscodeChatHookEvents);
