import { resolvePath } from '../text/path';
import type { AgentEvent } from '../tracker/event';
import { LONGEST_ID, LONGEST_PATH } from './native/fields';

/**
 * The events without those that name what nothing can be called: a path that no file can have, an id of any length.
 * Folders are resolved.
 * Records are taken as they are; whatever keeps events, prints them or sends them on relies on their names.
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
    pathsOf(event).every(isPath)
  );
}

function isId(id: string): boolean {
  return id !== '' && id.length <= LONGEST_ID;
}

function isPath(path: string): boolean {
  return path !== '' && path.length <= LONGEST_PATH && !path.includes('\0');
}

function pathsOf(event: AgentEvent): readonly string[] {
  switch (event.kind) {
    case 'read':
    case 'edit':
    case 'write':
    case 'delete':
    case 'delivered':
      return [event.path, event.written];
    case 'document-changed':
      return [event.path];
    case 'rename':
      return [event.from, event.to, event.written];
    case 'search':
      return event.glimpsed.map(({ path }) => path);
    default:
      return [];
  }
}
