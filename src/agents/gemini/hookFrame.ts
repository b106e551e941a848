import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { commonFields } from '../hooks/commonFields';
import type { HookFrame, HookMoment } from '../hooks/report';
import { textField } from '../json';
import { isPersonsText } from './prompts';

/** `PreCompress` is called before every request to the model, whether or not anything is compressed. */
const MOMENTS: ReadonlyMap<string, HookMoment> = new Map([
  ['SessionStart', 'session-start'],
  ['BeforeAgent', 'prompt'],
  ['BeforeTool', 'before-call'],
  ['AfterTool', 'after-call'],
  ['AfterAgent', 'turn-end'],
  ['SessionEnd', 'session-end'],
]);

/**
 * What a payload of Gemini CLI tells of itself; null as `HookDialect.frame`.
 *
 * A call has no id here, and what a subagent does looks as if the main agent did it. So nothing is told of calls but that
 * they are made: the transcript, which is written before the model is asked again, has the rest.
 */
export function hookFrame(payload: JsonObject, time: number): HookFrame | null {
  const moment = MOMENTS.get(textField(payload, 'hook_event_name') ?? '');
  const common = commonFields(payload);
  if (moment === undefined || common === null) return null;
  return {
    ...common,
    moment,
    actor: MAIN_ACTOR,
    time,
    call: null,
    isPerson: moment === 'prompt' && isPersonsText(textField(payload, 'prompt') ?? ''),
    reading: null,
  };
}
