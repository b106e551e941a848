import { copilotCliDialect } from '../agents/copilotCli/hookDialect';
import { copilotCliHookEvents } from '../agents/copilotCli/hookEvents';
import { printedEvents } from './printedEvents';

/** The part of the companion for Copilot CLI. */
export const dialect = copilotCliDialect;
export const events = printedEvents(copilotCliHookEvents);
