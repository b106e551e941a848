import type { AgentEvent } from '../tracker/event';

/** Every path that an event is about. */
export function pathsOf(event: AgentEvent): readonly string[] {
  switch (event.kind) {
    case 'read':
    case 'edit':
    case 'write':
    case 'delete':
    case 'delivered':
    case 'document-changed':
      return [event.path];
    case 'rename':
      return [event.from, event.to];
    case 'search':
      return event.glimpsed.map((glimpse) => glimpse.path);
    default:
      return [];
  }
}
