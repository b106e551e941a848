import { type ContextLostEvent, type Envelope, MAIN_ACTOR } from '../../tracker/event';
import type { HookEvents } from '../hooks/dialect';
import { openWorkshop } from '../workshop';
import { batchCalls } from './hookBatch';
import { toolCall } from './toolCall';

/** The source of Qwen Code's events, whether its transcripts or its hooks tell them: one call counts once. */
const QWEN_CODE = 'qwen-code';

/** What happened, by the payload of a hook of Qwen Code. Nothing is known of the hooks before. */
export const qwenCodeHookEvents: HookEvents = (frame, payload, hasher) => {
  const { moment, session, actor, time, cwd, isPerson } = frame;
  const base: Envelope = { source: QWEN_CODE, session, agent: QWEN_CODE, actor, time, call: null };
  switch (moment) {
    case 'session-start':
      return [{ kind: 'session-start', ...base, cwd, parent: null }];
    case 'actor-start':
      return actor === MAIN_ACTOR ? [] : [{ kind: 'session-start', ...base, cwd, parent: MAIN_ACTOR }];
    case 'prompt':
      return isPerson ? [{ kind: 'prompt', ...base }] : [];
    case 'after-call':
      return batchCalls(payload, cwd, time).flatMap(({ call, result, length }) =>
        // What a person broke off, the transcript tells.
        result.error === 'cancelled'
          ? []
          : toolCall(call, result, { ...base, call: call.id }, openWorkshop(hasher), length),
      );
    case 'context-lost':
      return [compaction(base)];
    case 'session-end':
      return [{ kind: 'session-end', ...base }];
    case 'before-call':
    case 'actor-end':
    case 'turn-end':
      return [];
  }
};

/** What is put back into the context, and what is kept of it, stands in the transcript only. */
function compaction(base: Envelope): ContextLostEvent {
  return { kind: 'context-lost', ...base, reason: 'compaction', unseenRestore: true };
}
