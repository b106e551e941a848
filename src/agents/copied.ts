import type { AgentEvent } from '../tracker/event';

/**
 * What an event is worth in a session that copied it from another: its lines are in the context, but nobody read them
 * again, and what was changed was changed there.
 */
export function asCopied(event: AgentEvent): AgentEvent[] {
  if (event.kind === 'delivered') return [event];
  if (event.kind !== 'read' || event.returned.length === 0) return [];
  const { source, session, agent, actor, time, call, path, written, returned, totalLines } = event;
  const { lineHashes, cutLines, agentTotal } = event;
  return [
    {
      kind: 'delivered',
      ...{ source, session, agent, actor, time, call, path, written, returned, totalLines },
      ...(lineHashes === undefined ? {} : { lineHashes }),
      ...(cutLines === undefined ? {} : { cutLines }),
      ...(agentTotal === undefined ? {} : { agentTotal }),
    },
  ];
}
