import { type AgentEvent, type ContextLostEvent, type Envelope, MAIN_ACTOR } from '../../tracker/event';
import type { HookFrame } from './report';

/**
 * What a hook tells that is no call: who began, spoke and ended, and whose context was made shorter. What was kept then
 * stands in the agent's own record only.
 *
 * @param agent the agent's kind, which is also the source of its events
 * @param lost what is known of a compaction
 */
export function lifeEvents(
  agent: string,
  frame: HookFrame,
  lost: Pick<ContextLostEvent, 'unseenRestore'> = {},
): AgentEvent[] {
  const { moment, session, actor, time, cwd, isPerson } = frame;
  const base: Envelope = { source: agent, session, agent, actor, time, call: null };
  switch (moment) {
    case 'session-start':
      return [{ kind: 'session-start', ...base, cwd, parent: null }];
    case 'actor-start':
      return actor === MAIN_ACTOR ? [] : [{ kind: 'session-start', ...base, cwd, parent: MAIN_ACTOR }];
    case 'prompt':
      return isPerson ? [{ kind: 'prompt', ...base }] : [];
    case 'context-lost':
      return [{ kind: 'context-lost', ...base, reason: 'compaction', ...lost }];
    case 'session-end':
      return [{ kind: 'session-end', ...base }];
    case 'before-call':
    case 'after-call':
    case 'actor-end':
    case 'turn-end':
      return [];
  }
}
