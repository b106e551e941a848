import { isAbsolutePath, resolvePath } from '../../text/path';
import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import type { HookDialect } from '../hooks/dialect';
import type { HookFrame, HookMoment, HookReading } from '../hooks/report';
import { field, isObject, listField, objectField, textField } from '../json';
import { offsetLimit } from '../offsetLimit';

/**
 * The hooks of a plugin in OpenCode: `{hook, input?, output?, event?, known}`, the first four as OpenCode calls the
 * plugin, and what the plugin knows of the session: `{session, actor, parent, cwd, call?, kept?}`, see `KnownSession`.
 *
 * Calls are told by the parts of messages, which hold what the model is given: what a plugin sees right after a call,
 * the next plugin may still change.
 */
export const opencodeDialect: HookDialect = {
  agent: 'opencode',
  recognises: (payload) =>
    textField(payload, 'hook') !== undefined && objectField(payload, 'known') !== undefined,
  frame(payload, _hook, time) {
    const known = objectField(payload, 'known') ?? {};
    const [session = '', actor = '', cwd = '', call = null] = ['session', 'actor', 'cwd', 'call'].map(
      (name) => textField(known, name),
    );
    const moment = momentOf(payload, actor);
    if (moment === null || session === '' || actor === '' || !isAbsolutePath(cwd)) return null;
    const isCall = moment === 'before-call' || moment === 'after-call';
    if (isCall && call === null) return null;
    const isPerson = moment === 'prompt' && actor === MAIN_ACTOR && isSaid(payload);
    const reading = moment === 'before-call' ? readingOf(payload, cwd) : null;
    return {
      moment,
      session,
      actor,
      cwd,
      transcript: null,
      time,
      call: isCall ? call : null,
      isPerson,
      reading,
    };
  },
  /**
   * `{"abort": <id of a session>, "deny": <reason>}`, either or both: what the plugin is to do. The session that is
   * aborted is the actor's own; its subagents' end with it. Nothing is said to the model: it would have to stand in the
   * result of a call.
   */
  answer(_payload, frame, { stop, deny }) {
    const reason = (stop ?? deny)?.reason;
    const halt = stop === undefined ? {} : { abort: sessionOf(frame) };
    if (frame.moment === 'before-call') return reason === undefined ? null : { ...halt, deny: reason };
    const goesOn = frame.moment === 'after-call' || frame.moment === 'prompt';
    return goesOn && stop !== undefined ? halt : null;
  },
};

/** The actor's own session. */
function sessionOf({ session, actor }: HookFrame): string {
  return actor === MAIN_ACTOR ? session : actor;
}

function momentOf(payload: JsonObject, actor: string): HookMoment | null {
  const isMain = actor === MAIN_ACTOR;
  switch (textField(payload, 'hook')) {
    case 'tool.execute.before':
      return 'before-call';
    case 'chat.message':
      return 'prompt';
    case 'event':
      return eventMoment(objectField(payload, 'event') ?? {}, isMain);
    default:
      return null;
  }
}

function eventMoment(event: JsonObject, isMain: boolean): HookMoment | null {
  switch (textField(event, 'type')) {
    case 'session.created':
      return isMain ? 'session-start' : 'actor-start';
    case 'session.idle':
      return isMain ? 'turn-end' : 'actor-end';
    case 'session.deleted':
      return isMain ? 'session-end' : null;
    case 'session.compacted':
      return 'context-lost';
    case 'message.part.updated':
      return 'after-call';
    default:
      return null;
  }
}

/** Texts that OpenCode wrote itself are no words of a person. */
function isSaid(payload: JsonObject): boolean {
  const parts = listField(objectField(payload, 'output') ?? {}, 'parts') ?? [];
  return parts.filter(isObject).some((part) => {
    const type = textField(part, 'type');
    const isOwn = field(part, 'synthetic') === true || field(part, 'ignored') === true;
    // An image may come without a word.
    if (type === 'subtask' || (type === 'file' && !isOwn)) return true;
    return type === 'text' && !isOwn && (textField(part, 'text') ?? '').trim() !== '';
  });
}

function readingOf(payload: JsonObject, cwd: string): HookReading | null {
  const tool = textField(objectField(payload, 'input') ?? {}, 'tool');
  const args = objectField(objectField(payload, 'output') ?? {}, 'args') ?? {};
  const written = textField(args, 'filePath') ?? '';
  if (tool?.toLowerCase() !== 'read' || written === '') return null;
  return { path: resolvePath(cwd, written), requested: offsetLimit(args, 1) };
}
