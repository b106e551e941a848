import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import type { HookEvents } from '../hooks/dialect';
import { lifeEvents } from '../hooks/lifeEvents';
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
  if (moment === 'after-call')
    return hookSpeaker(payload).isCertain ? callEvents(payload, cwd, base, openWorkshop(hasher)) : [];
  const told = lifeEvents('cline', frame);
  // No hook tells in every program that a session begins.
  return isPerson ? [{ kind: 'session-start', ...base, call: null, cwd, parent: null }, ...told] : told;
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
  const place = { cwd, resolve, isWithheld: isOfRange };
  return toolCall(call, result, answerOf(result), place, base, workshop).filter((event) => !isLeft(event));
}

/** An answer that is not a list is one text to the model, and stands in the record so. */
function asRecorded(output: unknown): unknown {
  return isObject(output) ? JSON.stringify(output) : output;
}

/** A read whose lines only the record can tell: counted without them, it would stand there as another until then. */
function isLeft(event: AgentEvent): boolean {
  return event.kind === 'read' && event.form === 'tool' && event.outcome === 'unknown-range';
}
