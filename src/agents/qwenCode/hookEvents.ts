import type { Envelope } from '../../tracker/event';
import type { HookEvents } from '../hooks/dialect';
import { lifeEvents } from '../hooks/lifeEvents';
import { openWorkshop } from '../workshop';
import { batchCalls } from './hookBatch';
import { toolCall } from './toolCall';

/** The source of Qwen Code's events, whether its transcripts or its hooks tell them: one call counts once. */
const QWEN_CODE = 'qwen-code';

/** What happened, by the payload of a hook of Qwen Code. Nothing is known of the hooks before. */
export const qwenCodeHookEvents: HookEvents = (frame, payload, hasher) => {
  const { moment, session, actor, time, cwd } = frame;
  // What is put back into the context after a compaction stands in the transcript only.
  if (moment !== 'after-call') return lifeEvents(QWEN_CODE, frame, { unseenRestore: true });
  const base: Omit<Envelope, 'call'> = { source: QWEN_CODE, session, agent: QWEN_CODE, actor, time };
  return batchCalls(payload, cwd, time).flatMap(({ call, result, length }) =>
    // What a person broke off, the transcript tells.
    result.error === 'cancelled'
      ? []
      : toolCall(call, result, { ...base, call: call.id }, openWorkshop(hasher), length),
  );
};
