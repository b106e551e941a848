import type { LineHasher } from '../../text/lineHash';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { lifeEvents } from '../hooks/lifeEvents';
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
  const { moment, session, actor, time, call, cwd } = frame;
  // What is put back into the context after a compaction stands in the transcript only.
  if (moment !== 'after-call') return lifeEvents(CLAUDE_CODE, frame, { unseenRestore: true });
  return callEvents(
    payload,
    { source: CLAUDE_CODE, session, agent: CLAUDE_CODE, actor, time, call },
    cwd,
    hasher,
  );
}
