import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { objectField, textField } from '../json';

/** Who a hook was called for. */
export interface HookSpeaker {
  readonly session: string;
  readonly actor: string;
  /** Nobody else can have been meant. */
  readonly isCertain: boolean;
}

const SESSION = /^(\d{13})_/;
const AGENT = /^agent_(\d{13})_/;
/** A session makes its agent at once, and has to hear from a model before that makes others; ms. */
const AT_ONCE = 1_000;

/**
 * A subagent names the agent that it works for. The teammates of a team do not, so their hooks look like those of the
 * agent that leads them: what tells it from them is that it is as old as the session. Where a session was taken up
 * again it is not, and its record alone tells what it does.
 */
export function hookSpeaker(payload: JsonObject): HookSpeaker {
  const context = objectField(payload, 'sessionContext') ?? {};
  const session = textField(context, 'rootSessionId') ?? textField(payload, 'taskId') ?? '';
  const agent = textField(payload, 'agent_id') ?? '';
  if ((textField(payload, 'parent_agent_id') ?? '') !== '')
    return { session, actor: agent, isCertain: agent !== '' };
  const [made, born] = [SESSION.exec(session)?.[1], AGENT.exec(agent)?.[1]];
  const age = Number(born) - Number(made);
  return { session, actor: MAIN_ACTOR, isCertain: age >= 0 && age <= AT_ONCE };
}
