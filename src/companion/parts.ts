import type { JsonObject } from '../agents/adapter';
import type { HookFrame } from '../agents/hooks/report';
import { textField } from '../agents/json';
import type { Asked } from '../channel/asked';
import type { askWindows } from '../channel/client';
import type { PrintedEvents } from './printedEvents';

/**
 * The events of a hook. The code that finds them out is in files of its own (`scripts/lib/companion-bundle.mjs`), of
 * which only the one that is needed is loaded: an agent waits for it at each call.
 */
export const hookEvents: PrintedEvents = (frame, payload, userFolder) =>
  part(frame, payload)?.events(frame, payload, userFolder) ?? [];

/** Asks windows over connections, the code for which costs more than all the rest. */
export function askBySocket(...args: Parameters<typeof askWindows>): Promise<Asked> {
  const part: { readonly askWindows: typeof askWindows } = require('./sockets');
  return part.askWindows(...args);
}

function part({ moment }: HookFrame, payload: JsonObject): { readonly events: PrintedEvents } | undefined {
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
