import type { LineHasher } from '../../text/lineHash';
import { type AgentEvent, type Envelope, MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import type { HookEvents } from '../hooks/dialect';
import { lifeEvents } from '../hooks/lifeEvents';
import type { HookFrame } from '../hooks/report';
import { listField, objectField, textField } from '../json';
import { openWorkshop } from '../workshop';
import { resultOf } from './call';
import { rowsOf } from './record';
import { toolCall } from './toolCall';

/** What happened, by what OpenCode told a plugin; see `opencodeDialect`. */
export const opencodeHookEvents: HookEvents = (frame, payload, hasher) => {
  const { moment, session, actor, time, call, cwd } = frame;
  const base: Envelope = { source: 'opencode', session, agent: 'opencode', actor, time, call };
  const known = objectField(payload, 'known') ?? {};
  switch (moment) {
    case 'actor-start':
      return [{ kind: 'session-start', ...base, cwd, parent: textField(known, 'parent') ?? MAIN_ACTOR }];
    case 'after-call':
      return callEvents(frame, payload, base, hasher);
    case 'context-lost': {
      const kept = (listField(known, 'kept') ?? []).filter((each) => typeof each === 'string');
      return [{ kind: 'context-lost', ...base, reason: 'compaction', kept }];
    }
    default:
      return lifeEvents('opencode', frame);
  }
};

/** Nothing is known of the calls before: each is told by itself. */
function callEvents(
  { call, cwd }: HookFrame,
  payload: JsonObject,
  base: Envelope,
  hasher: LineHasher,
): AgentEvent[] {
  const event = objectField(payload, 'event') ?? {};
  const part = objectField(objectField(event, 'properties') ?? {}, 'part') ?? {};
  const [row] = rowsOf(part);
  const result = row?.kind === 'part' && row.type === 'tool' ? resultOf(row) : null;
  if (row?.kind !== 'part' || call === null || result === null || result.cleared !== null) return [];
  const tool = (textField(row.data, 'tool') ?? '').toLowerCase();
  return toolCall({ id: row.id, call, tool, message: row.message, cwd }, result, base, openWorkshop(hasher));
}
