// A model that plays a script, on loopback, whichever API a client speaks.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ModelApi, type ModelCall, type Question, sendJson } from './modelApi';

/** One answer of the model: calls, or words that end the turn. */
export type ModelStep = readonly ModelCall[] | string;

/** A conversation is found by a mark in its first prompt; what it answers, step by step. */
export interface Conversation {
  readonly mark: string;
  readonly steps: readonly ModelStep[];
}

/** A request that a step of a conversation answered. */
export interface ModelRequest {
  readonly mark: string;
  /** Which step of the conversation, from 0. */
  readonly step: number;
  /** The texts of the results that came with the request. */
  readonly results: readonly string[];
}

export interface ScriptOptions {
  /** A tool that only the conversations are offered; a client's own talks with the model have others. */
  readonly mainTool?: string | undefined;
  /** Runs before each answer of the script is given. */
  readonly before?: (request: ModelRequest) => Promise<void>;
}

const END = 'End of the script.';

export class ScriptedModel {
  readonly requests: ModelRequest[] = [];
  /** What went wrong before an answer: the model has nothing more to say then. */
  failure: unknown;
  readonly #api: ModelApi;
  readonly #conversations: readonly Conversation[];
  readonly #options: ScriptOptions;
  readonly #server: Server;
  /** Calls of a session that is resumed with another script must not look like those of the first. */
  readonly #name = randomUUID().slice(0, 8);
  #calls = 0;
  #answers = 0;

  constructor(api: ModelApi, conversations: readonly Conversation[], options: ScriptOptions = {}) {
    this.#api = api;
    this.#conversations = conversations;
    this.#options = options;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        console.error('The scripted model failed', error);
        response.destroy();
      });
    });
  }

  /** The base address to give to the agent. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** How many requests of this conversation were answered. */
  count(mark: string): number {
    return this.requests.filter((request) => request.mark === mark).length;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let raw = '';
    for await (const piece of request.setEncoding('utf8')) raw += piece;
    const path = new URL(request.url ?? '/', 'http://model').pathname;
    const question = request.method === 'POST' ? this.#api.question(path, JSON.parse(raw)) : null;
    if (question === null) {
      const other = this.#api.otherwise(path);
      if (other === undefined) sendJson(response, { error: { message: `There is no ${path}` } }, 404);
      else sendJson(response, other);
      return;
    }
    const step = await this.#step(question);
    const calls = typeof step === 'string' ? [] : step;
    const answer = {
      id: `scripted${this.#name}_${++this.#answers}`,
      model: question.model,
      text: typeof step === 'string' ? step : undefined,
      calls: calls.map((call) => ({ ...call, id: `call_${this.#name}_${++this.#calls}` })),
    };
    this.#api.answer(response, answer, question.streams);
  }

  async #step({ tools, prompt, results }: Question): Promise<ModelStep> {
    const { mainTool, before } = this.#options;
    const conversation = this.#conversations.find(({ mark }) => prompt.includes(mark));
    // Titles, summaries and the like are asked for without tools.
    if (!conversation || tools.length === 0) return 'ok';
    if (mainTool !== undefined && !tools.includes(mainTool)) return 'ok';
    const { mark } = conversation;
    const request = { mark, step: this.count(mark), results };
    this.requests.push(request);
    try {
      await before?.(request);
    } catch (error) {
      this.failure ??= error;
    }
    return this.failure === undefined ? (conversation.steps[request.step] ?? END) : END;
  }
}
