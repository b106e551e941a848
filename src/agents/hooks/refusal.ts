import type { HookVerdict } from './report';

/** For the model, so in English. */
const GO_NO_FURTHER =
  'Stop now and report what you have. Make no more tool calls: every one of them will be refused.';

/**
 * Why a call is not made, for an agent that goes on after a refusal and can be stopped in no other way: its model is to
 * stop by itself. Undefined where the call may be made.
 */
export function refusalReason({ stop, deny }: HookVerdict): string | undefined {
  return stop === undefined ? deny?.reason : `${stop.reason} ${GO_NO_FURTHER}`;
}
