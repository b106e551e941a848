import type { LineHasher } from '../../text/lineHash';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import type { HookEvents } from '../hooks/dialect';
import { lifeEvents } from '../hooks/lifeEvents';
import type { HookFrame } from '../hooks/report';
import { listField, objectField, textField } from '../json';
import { openWorkshop } from '../workshop';
import { resultOf } from './entry';
import { toolCall } from './toolCall';

/** What happened, by what pi told an extension; see `piDialect`. */
export const piHookEvents: HookEvents = (frame, payload, hasher) => {
  const { moment, session, actor, time, call } = frame;
  const base: Envelope = { source: 'pi', session, agent: 'pi', actor, time, call };
  switch (moment) {
    case 'after-call':
      return callEvents(frame, objectField(payload, 'ev') ?? {}, base, hasher);
    case 'context-lost': {
      const known = objectField(payload, 'known') ?? {};
      const kept = (listField(known, 'kept') ?? []).filter((each) => typeof each === 'string');
      if (textField(payload, 'event') === 'session_compact')
        return [{ kind: 'context-lost', ...base, reason: 'compaction', kept }];
      // A person went to another branch of the session: what of it is the same, the transcript tells.
      return [{ kind: 'context-lost', ...base, reason: 'rewind' }];
    }
    default:
      return lifeEvents('pi', frame);
  }
};

/** Nothing is known of the calls before: each is told by itself. */
function callEvents(
  { call, cwd }: HookFrame,
  event: JsonObject,
  base: Envelope,
  hasher: LineHasher,
): AgentEvent[] {
  const tool = textField(event, 'toolName') ?? '';
  const input = objectField(event, 'input');
  if (call === null || input === undefined) return [];
  const result = resultOf(event, base.time, 0);
  return toolCall({ id: call, tool, input }, result, base, cwd, openWorkshop(hasher));
}
