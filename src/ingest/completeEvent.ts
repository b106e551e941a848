import { pathsOf } from '../agents/eventPaths';
import type { AgentEvent } from '../tracker/event';
import type { CanonicalPaths } from './canonicalPath';

/** The event with the canonical names of all its files; waits for the disk. */
export function completeEventSync(event: AgentEvent, paths: CanonicalPaths): AgentEvent {
  return withPaths(event, (path) => paths.sync(path));
}

/** The event with the canonical names of all its files. */
export async function completeEvent(event: AgentEvent, paths: CanonicalPaths): Promise<AgentEvent> {
  const canonical = new Map<string, string>();
  for (const path of pathsOf(event)) {
    if (!canonical.has(path)) canonical.set(path, await paths.resolve(path));
  }
  return canonical.size === 0 ? event : withPaths(event, (path) => canonical.get(path) ?? path);
}

function withPaths(event: AgentEvent, canonical: (path: string) => string): AgentEvent {
  switch (event.kind) {
    case 'read':
    case 'edit':
    case 'write':
    case 'delete':
    case 'delivered':
    case 'document-changed':
      return { ...event, path: canonical(event.path) };
    case 'rename':
      return { ...event, from: canonical(event.from), to: canonical(event.to) };
    case 'search':
      return {
        ...event,
        glimpsed: event.glimpsed.map((glimpse) => ({ ...glimpse, path: canonical(glimpse.path) })),
      };
    default:
      return event;
  }
}
