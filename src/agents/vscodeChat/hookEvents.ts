import type { AgentEvent, Envelope } from '../../tracker/event';
import type { HookEvents } from '../hooks/dialect';
import { lifeEvents } from '../hooks/lifeEvents';
import { objectField, textField } from '../json';
import { openWorkshop } from '../workshop';
import { callOf } from './row';
import { toolCall } from './toolCall';

/**
 * What a hook tells. The answer that a hook is told of a call lacks what is laid out only as the model is asked, and is
 * not cut to the room that is left for it: which lines the model was given, no hook knows.
 */
export const vscodeChatHookEvents: HookEvents = (frame, payload, hasher): AgentEvent[] => {
  const { moment, session, actor, time, call, cwd } = frame;
  if (moment !== 'after-call') return lifeEvents('vscode-chat', frame, { unseenRestore: true });
  const base: Envelope = { source: 'vscode-chat', session, agent: 'vscode-chat', actor, time, call };
  const called = callOf(
    call ?? '',
    textField(payload, 'tool_name') ?? '',
    objectField(payload, 'tool_input'),
  );
  const result = { isSuccess: true, text: null, time };
  return called.flatMap((one) => toolCall(one, result, cwd, base, openWorkshop(hasher)));
};
