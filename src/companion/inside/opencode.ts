import type { JsonObject } from '../../agents/adapter';
import { isObject, objectField, textField } from '../../agents/json';
import { opencodeDialect } from '../../agents/opencode/hookDialect';
import { opencodeHookEvents } from '../../agents/opencode/hookEvents';
import { HookMemory } from '../../agents/opencode/hookMemory';
import { RunningCalls } from './runningCalls';
import { quietly, soon } from './soon';
import { Teller, userFolderOf } from './teller';

/** How long is waited for what OpenCode says of a session, and for an abort to be under way, ms. */
const LEARNT_WITHIN = 25;
const ABORTED_WITHIN = 100;

interface SessionRequest {
  readonly path: { readonly id: string };
}

/** What OpenCode hands to a plugin, as far as it is used. */
export interface PluginInput {
  readonly directory: string;
  readonly client: {
    readonly session: {
      get(request: SessionRequest): Promise<unknown>;
      abort(request: SessionRequest): Promise<unknown>;
    };
  };
}

/** What OpenCode calls of a plugin, as far as it is used. */
export interface PluginHooks {
  event(input: { readonly event: unknown }): Promise<void>;
  'chat.message'(input: unknown, output: unknown): Promise<void>;
  'tool.execute.before'(input: unknown, output: unknown): Promise<void>;
  dispose(): Promise<void>;
}

/** The plugin that serves a folder: one that is loaded later, from another place or anew, takes over. */
const serving = new Map<string, OpenCodePlugin>();

/** What the plugin in OpenCode's folder consists of. */
export function opencode(input: PluginInput): PluginHooks {
  const plugin = new OpenCodePlugin(input);
  serving.set(input.directory, plugin);
  const isServing = () => serving.get(input.directory) === plugin;
  return {
    // Not waited for: what OpenCode tells here has happened.
    event: async ({ event }) => {
      if (isServing()) void plugin.told({ hook: 'event', event });
    },
    'chat.message': async (from, output) => {
      if (isServing()) await plugin.told({ hook: 'chat.message', input: from, output });
    },
    'tool.execute.before': async (from, output) => {
      const refusal = isServing() ? await plugin.before(from, output) : undefined;
      // Whatever is thrown here is the result of the call, which is not made.
      if (refusal !== undefined) throw new Error(refusal);
    },
    // The process may end right after it.
    dispose: () => plugin.settled(),
  };
}

class OpenCodePlugin {
  readonly #client: PluginInput['client'];
  readonly #memory = new HookMemory();
  readonly #teller = new Teller(
    { dialect: opencodeDialect, events: opencodeHookEvents },
    userFolderOf(__dirname),
  );
  readonly #running = new RunningCalls(async (frame) => {
    await this.#obey(await this.#teller.tell({}, frame, 'question'));
  });

  constructor({ client }: PluginInput) {
    this.#client = client;
  }

  /** @returns why the call is not to be made; undefined: it is */
  told(hook: JsonObject): Promise<string | undefined> {
    return quietly(async () => {
      const payload = this.#memory.payload(hook);
      const frame = payload === null ? null : this.#teller.frame(payload);
      if (payload === null || frame === null) return undefined;
      this.#running.note(frame);
      return this.#obey(await this.#teller.tell(payload, frame));
    });
  }

  settled(): Promise<void> {
    return this.#teller.settled();
  }

  before(input: unknown, output: unknown): Promise<string | undefined> {
    return quietly(async () => {
      const session = isObject(input) ? (textField(input, 'sessionID') ?? '') : '';
      if (session !== '' && this.#memory.sessions.of(session) === null) await this.#learn(session);
      return this.told({ hook: 'tool.execute.before', input, output });
    });
  }

  async #obey(answer: JsonObject | null): Promise<string | undefined> {
    if (answer === null) return undefined;
    const id = textField(answer, 'abort');
    if (id !== undefined) await soon(() => this.#client.session.abort({ path: { id } }), ABORTED_WITHIN);
    return textField(answer, 'deny');
  }

  /** A session that was there before: OpenCode is asked for it, and for those above it. */
  async #learn(session: string): Promise<void> {
    const end = performance.now() + LEARNT_WITHIN;
    const { sessions } = this.#memory;
    for (let id: string | undefined = session; id !== undefined && sessions.of(session) === null; ) {
      const path = { id };
      const reply = await soon(() => this.#client.session.get({ path }), end - performance.now());
      const info = isObject(reply) ? (objectField(reply, 'data') ?? reply) : {};
      sessions.learn(info);
      id = textField(info, 'parentID');
    }
  }
}
