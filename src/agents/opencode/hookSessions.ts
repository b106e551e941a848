import { Generations } from '../../text/generations';
import { isAbsolutePath } from '../../text/path';
import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { objectField, textField } from '../json';

const MOST_SESSIONS = 5000;
/** Subagents of subagents, and so on. */
const DEEPEST = 50;

interface Session {
  readonly parent: string | null;
  readonly cwd: string;
}

/** What a session is in the words of the adapter. */
export interface KnownSession {
  /** The one that a person speaks to. */
  readonly session: string;
  readonly actor: string;
  /** The actor that made it a subagent; null for the main agent. */
  readonly parent: string | null;
  readonly cwd: string;
}

/** Which session is whose subagent, and where each works, as OpenCode's own events tell. */
export class HookSessions {
  readonly #sessions = new Generations<string, Session>(MOST_SESSIONS);

  /** Takes note of an event of OpenCode's, of whatever kind. */
  note(event: JsonObject): void {
    const info = objectField(objectField(event, 'properties') ?? {}, 'info');
    if (info === undefined) return;
    const type = textField(event, 'type') ?? '';
    if (type === 'session.created' || type === 'session.updated') this.learn(info);
    if (type === 'message.updated') this.#moved(info);
  }

  /** Takes note of a session as OpenCode describes it. */
  learn(info: JsonObject): void {
    const id = textField(info, 'id') ?? '';
    const cwd = textField(info, 'directory') ?? '';
    if (id === '' || !isAbsolutePath(cwd)) return;
    const known = this.#sessions.get(id);
    // A message knows better where it was made.
    this.#sessions.set(id, { parent: textField(info, 'parentID') ?? null, cwd: known?.cwd ?? cwd });
  }

  #moved(message: JsonObject): void {
    const id = textField(message, 'sessionID') ?? '';
    const session = this.#sessions.get(id);
    const cwd = textField(objectField(message, 'path') ?? {}, 'cwd') ?? '';
    if (session !== undefined && isAbsolutePath(cwd)) this.#sessions.set(id, { ...session, cwd });
  }

  /** Null where it is not known whose subagent it is, or a session above it. */
  of(id: string): KnownSession | null {
    const own = this.#sessions.get(id);
    let root = id;
    let session = own;
    for (let depth = 0; session !== undefined && session.parent !== null && depth < DEEPEST; depth++) {
      root = session.parent;
      session = this.#sessions.get(root);
    }
    if (own === undefined || session === undefined || session.parent !== null) return null;
    if (own.parent === null) return { session: id, actor: MAIN_ACTOR, parent: null, cwd: own.cwd };
    return { session: root, actor: id, parent: own.parent === root ? MAIN_ACTOR : own.parent, cwd: own.cwd };
  }
}
