import { isAbsolutePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { errorClass } from '../errorClass';
import type { HookEvents } from '../hooks/dialect';
import { lifeEvents } from '../hooks/lifeEvents';
import { objectField, textField } from '../json';
import { openWorkshop, type Workshop } from '../workshop';
import { hookRead } from './hookRead';
import { pathOf, READS, requestEvents } from './request';

/** Refused by a person or a hook: the call was not made. */
const REFUSED = 'permission_denied';

export const cursorHookEvents: HookEvents = (frame, payload, hasher) => {
  const { moment, session, actor, time, call, cwd } = frame;
  // What is put back into the context after a compaction, nothing tells.
  if (moment !== 'after-call') return lifeEvents('cursor', frame, { unseenRestore: true });
  const base: Envelope = { source: 'cursor', session, agent: 'cursor', actor, time, call };
  return callEvents(payload, cwd, base, openWorkshop(hasher));
};

/** Of calls that are named, and of files that are named by their whole path: a workspace may have several folders. */
function callEvents(payload: JsonObject, cwd: string, base: Envelope, workshop: Workshop): AgentEvent[] {
  const tool = textField(payload, 'tool_name') ?? '';
  const input = objectField(payload, 'tool_input') ?? {};
  const written = pathOf(input);
  if (base.call === null || (written !== '' && !isAbsolutePath(written))) return [];
  const error = textField(payload, 'error_message');
  if (error !== undefined)
    return textField(payload, 'failure_type') === REFUSED
      ? []
      : failed({ tool, input, error }, cwd, base, workshop);
  if (READS.has(tool) && written !== '')
    return [hookRead(input, textField(payload, 'tool_output') ?? '', cwd, base, workshop)];
  return requestEvents({ tool, input }, cwd, base, workshop);
}

/** A call that broke: one of a shell may have done a part of what it was for. */
function failed(
  { tool, input, error }: { readonly tool: string; readonly input: JsonObject; readonly error: string },
  cwd: string,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  return requestEvents({ tool, input }, cwd, base, workshop).flatMap((event): AgentEvent[] => {
    switch (event.kind) {
      case 'read':
        return event.form === 'tool' ? [{ ...event, outcome: 'failed', error: errorClass(error) }] : [event];
      case 'edit':
      case 'command':
        return [{ ...event, outcome: 'failed' }];
      case 'document-changed':
        return [event];
      default:
        return [];
    }
  });
}
