import type { JsonObject } from '../adapter';
import { objectField, textField } from '../json';
import { HookCalls } from './hookCalls';
import { HookSessions } from './hookSessions';

/** Events that tell something, besides those of calls. */
const TOLD: ReadonlySet<string> = new Set([
  'session.created',
  'session.idle',
  'session.compacted',
  'session.deleted',
]);

/** What a plugin inside OpenCode has to remember, to tell of a hook what `opencodeDialect` needs. */
export class HookMemory {
  readonly sessions = new HookSessions();
  readonly #calls = new HookCalls();

  /**
   * The payload of a hook, `{hook, input?, output?, event?}`, completed; null where it tells nothing, or is of a session
   * that is not known.
   */
  payload(hook: JsonObject): JsonObject | null {
    const event = objectField(hook, 'event');
    if (event === undefined) return this.#ofHook(hook);
    this.sessions.note(event);
    const properties = objectField(event, 'properties') ?? {};
    const part = objectField(properties, 'part');
    if (part !== undefined) return this.#ofPart(hook, part);
    if (!TOLD.has(textField(event, 'type') ?? '')) return null;
    const id =
      textField(properties, 'sessionID') ?? textField(objectField(properties, 'info') ?? {}, 'id') ?? '';
    return this.#completed(hook, id, {});
  }

  #ofHook(hook: JsonObject): JsonObject | null {
    const input = objectField(hook, 'input') ?? {};
    const [session = '', call] = ['sessionID', 'callID'].map((name) => textField(input, name));
    if (call === undefined) return this.#completed(hook, session, {});
    this.#calls.begin(session, call);
    return this.#completed(hook, session, { call: this.#calls.nameOf(session, call) });
  }

  #ofPart(hook: JsonObject, part: JsonObject): JsonObject | null {
    this.#calls.note(part);
    if (!this.#calls.isEnd(part)) return null;
    const [session = '', call = ''] = ['sessionID', 'callID'].map((name) => textField(part, name));
    return this.#completed(hook, session, { call: this.#calls.nameOf(session, call) });
  }

  #completed(hook: JsonObject, id: string, more: JsonObject): JsonObject | null {
    const known = this.sessions.of(id);
    if (known === null) return null;
    const isCompaction = textField(objectField(hook, 'event') ?? {}, 'type') === 'session.compacted';
    const kept = isCompaction ? { kept: this.#calls.kept(id) } : {};
    return { ...hook, known: { ...known, ...kept, ...more } };
  }
}
