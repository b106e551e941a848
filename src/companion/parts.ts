import type { JsonObject } from '../agents/adapter';
import { claudeCodeDialect } from '../agents/claudeCode/hookDialect';
import type { HookDialect } from '../agents/hooks/dialect';
import type { HookFrame } from '../agents/hooks/report';
import { textField } from '../agents/json';
import type { Asked } from '../channel/asked';
import type { askWindows } from '../channel/client';
import type { PrintedEvents } from './printedEvents';

/*
 * What is required here is built into files of its own (`scripts/lib/companion-parts.mjs`), of which only the one that is
 * needed is loaded: an agent waits for it at each call.
 */

/** What the companion has to know of an agent; the part for an agent exports it. */
export interface Speaker {
  readonly dialect: HookDialect;
  readonly events: PrintedEvents;
}

/** By the agent's kind; undefined for one that is not known. */
export function speakerOf(agent: string): Speaker | undefined {
  switch (agent) {
    case 'claude-code':
      return { dialect: claudeCodeDialect, events: claudeCodeEvents };
    case 'cline':
      return require('./cline');
    case 'codex':
      return require('./codex');
    case 'copilot-cli':
      return require('./copilotCli');
    case 'cursor':
      return require('./cursor');
    case 'gemini':
      return require('./gemini');
    case 'qwen-code':
      return require('./qwen');
    case 'vscode-chat':
      return require('./vscodeChat');
    default:
      return undefined;
  }
}

/** Claude Code's are in several parts, as most of its calls need little of all that code. */
const claudeCodeEvents: PrintedEvents = (frame, payload, userFolder) =>
  claudeCodePart(frame, payload)?.events(frame, payload, userFolder) ?? [];

function claudeCodePart({ moment }: HookFrame, payload: JsonObject): Pick<Speaker, 'events'> | undefined {
  switch (moment) {
    case 'before-call':
    case 'actor-end':
    case 'turn-end':
      return undefined;
    case 'after-call':
      switch (textField(payload, 'tool_name')) {
        case 'Read':
          return require('./reads');
        case 'Bash':
          return require('./shell');
        default:
          return require('./tools');
      }
    default:
      return require('./reads');
  }
}

/** Asks windows over connections, the code for which costs more than all the rest. */
export function askBySocket(...args: Parameters<typeof askWindows>): Promise<Asked> {
  const part: { readonly askWindows: typeof askWindows } = require('./sockets');
  return part.askWindows(...args);
}
