import { canBePath, resolvePath } from '../text/path';
import type { AgentEvent } from '../tracker/event';
import { pathsOf } from './eventPaths';
import { LONGEST_ID } from './native/fields';

/**
 * The events without those that name what nothing can be called: a path that no file can have, an id of any length.
 * Folders that sessions start in are resolved. Records are taken as they are; whatever keeps events, prints them or sends
 * them on relies on their names.
 */
export function withSoundNames(events: readonly AgentEvent[]): readonly AgentEvent[] {
  return events.every((event) => isSound(event) && resolved(event) === event)
    ? events
    : events.filter(isSound).map(resolved);
}

/** The folder that a session started in as it is known by everywhere else: without `..`. */
function resolved(event: AgentEvent): AgentEvent {
  if (event.kind !== 'session-start' || event.cwd === null) return event;
  const cwd = resolvePath(event.cwd, event.cwd);
  return cwd === event.cwd ? event : { ...event, cwd };
}

function isSound(event: AgentEvent): boolean {
  const { session, actor, agent, call } = event;
  return (
    isId(session) &&
    isId(actor) &&
    isId(agent) &&
    (call === null || isId(call)) &&
    pathsOf(event).every(canBePath) &&
    (!('written' in event) || canBePath(event.written))
  );
}

function isId(id: string): boolean {
  return id !== '' && id.length <= LONGEST_ID;
}
