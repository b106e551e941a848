import type { JsonObject } from '../../agents/adapter';
import { field, isObject, listField, objectField, textField } from '../../agents/json';
import { callsOf } from '../../agents/pi/entry';
import { piDialect } from '../../agents/pi/hookDialect';
import { piHookEvents } from '../../agents/pi/hookEvents';
import { RunningCalls } from './runningCalls';
import { quietly } from './soon';
import { Teller, userFolderOf } from './teller';

/** What pi hands to a handler, as far as it is used. */
interface Context {
  readonly cwd: string;
  readonly sessionManager: {
    getSessionId(): string;
    getSessionFile(): string | undefined;
    getBranch(): readonly unknown[];
  };
  abort(): void;
}

type Handler = (event: unknown, ctx: Context) => Promise<unknown> | undefined;

/** What pi hands to an extension, as far as it is used. */
interface Pi {
  on(event: string, handler: Handler): void;
}

/** The extension that tells of a session; what is loaded a second time, from another place, has nothing to add. */
const telling = new Map<string, PiExtension>();

const teller = new Teller({ dialect: piDialect, events: piHookEvents }, userFolderOf(__dirname));

/** What the extension file in pi's folder is made of. */
export function pi(api: Pi): void {
  const extension = new PiExtension();
  const on = (name: string, handle: Handled) =>
    api.on(name, (event, ctx) => extension.handle(name, event, ctx, handle));
  for (const name of ['session_start', 'input', 'session_tree', 'session_compact', 'agent_settled'])
    on(name, (told) => extension.tell(told));
  on('session_shutdown', (told) => extension.leave(told));
  on('tool_call', (told) => extension.before(told));
  on('turn_end', (told) => extension.turnEnded(told));
}

/** An event with what belongs to it. */
interface Told {
  readonly name: string;
  readonly event: JsonObject;
  readonly session: string;
  readonly ctx: Context;
}

type Handled = (told: Told) => Promise<unknown>;

class PiExtension {
  #ctx: Context | null = null;
  readonly #running = new RunningCalls(async (frame) => {
    const answer = await teller.tell({}, frame, 'question');
    if (answer !== null && field(answer, 'abort') === true) this.#ctx?.abort();
  });

  /** Undefined where it fails, or another tells of the session: the agent goes on. */
  handle(name: string, event: unknown, ctx: Context, handle: Handled): Promise<unknown> {
    return quietly(async () => {
      const session = ctx.sessionManager.getSessionId();
      const other = telling.get(session);
      if (!isObject(event) || (other !== undefined && other !== this)) return undefined;
      telling.set(session, this);
      return handle({ name, event, session, ctx });
    });
  }

  async tell(told: Told): Promise<undefined> {
    await this.#tell(told, told.event);
  }

  /** The session ends, or an extension that is loaded anew will tell of it. */
  async leave(told: Told): Promise<undefined> {
    await this.#tell(told, told.event);
    telling.delete(told.session);
  }

  /** What pi is to do instead of the call; undefined: make it. */
  async before(told: Told): Promise<unknown> {
    const answer = await this.#tell(told, told.event);
    return answer !== null && field(answer, 'block') === true
      ? { block: true, reason: textField(answer, 'reason') ?? '' }
      : undefined;
  }

  /** The results are what the model will be given: no extension changes them any more. */
  async turnEnded(told: Told): Promise<unknown> {
    const { event, ctx } = told;
    const message = objectField(event, 'message');
    const results = (listField(event, 'toolResults') ?? []).filter(isObject);
    if (message === undefined || results.length === 0) return undefined;
    const calls = new Map(callsOf(message).map((call) => [call.id, call]));
    const answers = results.map((result) => {
      const call = calls.get(textField(result, 'toolCallId') ?? '');
      if (call === undefined) return null;
      const { toolCallId, content, details, isError } = { ...result };
      const ev = { toolCallId, toolName: call.tool, input: call.input, content, details, isError };
      return this.#tell({ ...told, name: 'tool_result', ctx }, ev);
    });
    const entries = (await Promise.all(answers)).flatMap((answer) =>
      answer === null ? [] : (listField(answer, 'entries') ?? []),
    );
    return entries.length === 0 ? undefined : { entries };
  }

  async #tell({ name, session, ctx }: Told, ev: JsonObject): Promise<JsonObject | null> {
    const kept = name === 'session_compact' ? { kept: keptCalls(ev, ctx) } : {};
    const sessionFile = ctx.sessionManager.getSessionFile();
    const payload = { event: name, ev, sessionFile, cwd: ctx.cwd, known: { session, ...kept } };
    const frame = teller.frame(payload);
    if (frame === null) return null;
    this.#ctx = ctx;
    this.#running.note(frame);
    const answer = await teller.tell(payload, frame);
    if (answer !== null && field(answer, 'abort') === true) ctx.abort();
    return answer;
  }
}

/** The calls whose results a compaction left in the context. */
function keptCalls(event: JsonObject, ctx: Context): string[] {
  const first = textField(objectField(event, 'compactionEntry') ?? {}, 'firstKeptEntryId');
  const branch = ctx.sessionManager.getBranch().filter(isObject);
  const from = branch.findIndex((entry) => first !== undefined && textField(entry, 'id') === first);
  if (from === -1) return [];
  return branch
    .slice(from)
    .flatMap((entry) => textField(objectField(entry, 'message') ?? {}, 'toolCallId') ?? []);
}
