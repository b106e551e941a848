import type { AgentEvent, Glimpse } from '../tracker/event';

/**
 * Stands for the folder that a transcript's relative paths start from, where neither it nor anything beside it tells. So
 * deep that no `../..` leads out of it.
 */
export const UNKNOWN_FOLDER = '/?/?/?/?/?/?/?/?/?/?/?/?';

/**
 * The events with nothing credited to files whose folder nobody knows: which file was read is a guess. What happened to
 * them stays told.
 */
export function withoutGuesses(events: readonly AgentEvent[]): readonly AgentEvent[] {
  // Most are about files whose folder is known.
  if (events.every(isCertain)) return events;
  return events.flatMap((event): AgentEvent[] => {
    switch (event.kind) {
      case 'read': {
        if (isKnown(event) || (event.returned.length === 0 && event.unplaced === undefined)) return [event];
        const { lineHashes: _h, unplaced: _u, bytes: _b, cutLines: _c, agentTotal: _t, ...read } = event;
        return [{ ...read, returned: [], totalLines: null, outcome: 'unknown-range' }];
      }
      case 'delivered':
        return isKnown(event) ? [event] : [];
      case 'search': {
        const glimpsed = event.glimpsed.filter(isKnown);
        return [glimpsed.length === event.glimpsed.length ? event : { ...event, glimpsed }];
      }
      default:
        return [event];
    }
  });
}

function isCertain(event: AgentEvent): boolean {
  switch (event.kind) {
    case 'read':
    case 'delivered':
      return isKnown(event);
    case 'search':
      return event.glimpsed.every(isKnown);
    default:
      return true;
  }
}

function isKnown({ path }: Pick<Glimpse, 'path'>): boolean {
  return !path.startsWith('/?/');
}
