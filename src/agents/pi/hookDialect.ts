import { isAbsolutePath } from '../../text/path';
import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { absoluteOrNull } from '../hooks/commonFields';
import type { HookDialect } from '../hooks/dialect';
import type { HookMoment, HookReading } from '../hooks/report';
import { objectField, textField } from '../json';
import { fileOf } from './files';
import { requestedBy } from './readCall';

const MOMENTS: ReadonlyMap<string, HookMoment> = new Map([
  ['session_start', 'session-start'],
  ['input', 'prompt'],
  ['tool_call', 'before-call'],
  ['tool_result', 'after-call'],
  ['session_compact', 'context-lost'],
  ['session_tree', 'context-lost'],
  ['agent_settled', 'turn-end'],
  ['session_shutdown', 'session-end'],
]);

/** The name of what an extension says to the model. */
const CUSTOM_TYPE = 'read-coverage';

/**
 * The events of an extension in pi: `{event, ev, sessionFile, cwd, known}`, with the event as pi tells it in `ev`, and
 * what the extension asked pi for in `known`: `{session, kept?}`.
 *
 * A `tool_result` is told when its turn ends, with what other extensions made of it, and with the arguments that the
 * model gave.
 */
export const piDialect: HookDialect = {
  agent: 'pi',
  recognises: (payload) =>
    textField(payload, 'event') !== undefined &&
    objectField(payload, 'ev') !== undefined &&
    objectField(payload, 'known') !== undefined,
  frame(payload, _hook, time) {
    const event = objectField(payload, 'ev') ?? {};
    const moment = momentOf(textField(payload, 'event') ?? '', event);
    const session = textField(objectField(payload, 'known') ?? {}, 'session') ?? '';
    const cwd = textField(payload, 'cwd') ?? '';
    if (moment === null || session === '' || !isAbsolutePath(cwd)) return null;
    const isCall = moment === 'before-call' || moment === 'after-call';
    // Calls that a tool makes are not in the transcript, nor do they give the model anything by themselves.
    const isNested = textField(event, 'parentToolCallId') !== undefined;
    const call = isCall && !isNested ? (textField(event, 'toolCallId') ?? null) : null;
    if (isCall && call === null && !(isNested && moment === 'before-call')) return null;
    return {
      moment,
      session,
      actor: MAIN_ACTOR,
      cwd,
      transcript: absoluteOrNull(textField(payload, 'sessionFile')),
      time,
      call,
      isPerson: moment === 'prompt' && textField(event, 'source') !== 'extension',
      reading: moment === 'before-call' && call !== null ? readingOf(event, cwd) : null,
    };
  },
  /**
   * What the extension is to do: `{"abort": true, "block": true, "reason"}`, the first alone after a call, the others
   * alone where one call is refused; or `{"entries": […]}`, what pi is to add to the session at the end of the turn.
   */
  answer(_payload, { moment }, { stop, deny, context }) {
    const reason = (stop ?? deny)?.reason;
    const halt = stop === undefined ? {} : { abort: true };
    if (moment === 'before-call') return reason === undefined ? null : { ...halt, block: true, reason };
    if (moment !== 'after-call') return null;
    if (stop !== undefined) return halt;
    if (context === undefined) return null;
    // Not in the result of the call: there it would pass for lines of the file.
    return {
      entries: [{ type: 'custom_message', customType: CUSTOM_TYPE, content: context, display: true }],
    };
  },
};

function momentOf(name: string, event: JsonObject): HookMoment | null {
  // The extension is loaded anew, the session goes on.
  const isReload = name.startsWith('session_') && textField(event, 'reason') === 'reload';
  return isReload ? null : (MOMENTS.get(name) ?? null);
}

function readingOf(event: JsonObject, cwd: string): HookReading | null {
  const input = objectField(event, 'input') ?? {};
  const file = textField(event, 'toolName') === 'read' ? fileOf(textField(input, 'path'), cwd) : null;
  return file === null ? null : { path: file.path, requested: requestedBy(input) };
}
