import type { LineHasher } from '../../text/lineHash';
import { type AgentEvent, type ContextLostEvent, type Envelope, MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import type { HookFrame } from '../hooks/report';

/** The source of Claude Code's events, whether its transcripts or its hooks tell them: one call counts once. */
const CLAUDE_CODE = 'claude-code';

/** Tells of a call that came back. */
export type CallEvents = (
  payload: JsonObject,
  base: Envelope,
  cwd: string,
  hasher: LineHasher,
) => AgentEvent[];

/**
 * What happened, by the payload of a hook.
 *
 * @param callEvents for calls, of all tools that the payload may be of
 */
export function hookFrameEvents(
  frame: HookFrame,
  payload: JsonObject,
  hasher: LineHasher,
  callEvents: CallEvents,
): AgentEvent[] {
  const { moment, session, actor, time, call, cwd, isPerson } = frame;
  const base: Envelope = { source: CLAUDE_CODE, session, agent: CLAUDE_CODE, actor, time, call };
  switch (moment) {
    case 'session-start':
      return [{ kind: 'session-start', ...base, cwd, parent: null }];
    case 'actor-start':
      return actor === MAIN_ACTOR ? [] : [{ kind: 'session-start', ...base, cwd, parent: MAIN_ACTOR }];
    case 'prompt':
      return isPerson ? [{ kind: 'prompt', ...base }] : [];
    case 'after-call':
      return callEvents(payload, base, cwd, hasher);
    case 'context-lost':
      return [compaction(base)];
    case 'session-end':
      return [{ kind: 'session-end', ...base }];
    case 'before-call':
    case 'actor-end':
    case 'turn-end':
      return [];
  }
}

/** What is put back into the context, and what is kept of it, stands in the transcript only. */
function compaction(base: Envelope): ContextLostEvent {
  return { kind: 'context-lost', ...base, reason: 'compaction', unseenRestore: true };
}
