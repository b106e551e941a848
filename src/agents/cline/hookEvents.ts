import { resolvePath } from '../../text/path';
import { type AgentEvent, type Envelope, MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import type { HookEvents } from '../hooks/dialect';
import { field, isObject, objectField, textField } from '../json';
import { openWorkshop, type Workshop } from '../workshop';
import { answerOf } from './answer';
import { hookSpeaker } from './hookSpeaker';
import { isOfRange } from './staleReads';
import { READ_TOOLS, toolCall } from './toolCall';

/** Tools whose answers are known to reach the model as the hook is told them. */
const KNOWN: ReadonlySet<string> = new Set([
  ...READ_TOOLS,
  'apply_patch',
  'editor',
  'run_commands',
  'search_codebase',
]);

export const clineHookEvents: HookEvents = (frame, payload, hasher) => {
  const { moment, session, actor, time, call, cwd, isPerson } = frame;
  const base: Envelope = { source: 'cline', session, agent: 'cline', actor, time, call };
  switch (moment) {
    case 'session-start':
      return [{ kind: 'session-start', ...base, cwd, parent: null }];
    case 'actor-start':
      return [{ kind: 'session-start', ...base, cwd, parent: MAIN_ACTOR }];
    case 'prompt':
      return isPerson
        ? [
            { kind: 'session-start', ...base, cwd, parent: null },
            { kind: 'prompt', ...base },
          ]
        : [];
    case 'after-call':
      return hookSpeaker(payload).isCertain ? callEvents(payload, cwd, base, openWorkshop(hasher)) : [];
    default:
      return [];
  }
};

/**
 * What a call did. Old reads are taken out of the conversation, and a read of a part of a file that was read whole before
 * may be taken out before the model ever gets it: its lines are left to the record, as nothing is known here of the
 * calls before it.
 */
function callEvents(payload: JsonObject, cwd: string, base: Envelope, workshop: Workshop): AgentEvent[] {
  const told = objectField(payload, 'tool_result') ?? {};
  const call = {
    id: base.call ?? '',
    tool: (textField(told, 'name') ?? '').toLowerCase(),
    input: field(told, 'input'),
  };
  if (call.id === '' || !KNOWN.has(call.tool)) return [];
  const isError = textField(told, 'error') !== undefined;
  const result = { content: asRecorded(field(told, 'output')), isError, time: base.time };
  const resolve = (written: string) => resolvePath(cwd, written);
  return toolCall(call, result, answerOf(result), { cwd, resolve, isWithheld: isOfRange }, base, workshop);
}

/** An answer that is not a list is one text to the model, and stands in the record so. */
function asRecorded(output: unknown): unknown {
  return isObject(output) ? JSON.stringify(output) : output;
}
