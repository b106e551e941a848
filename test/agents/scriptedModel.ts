// A model that plays a script: as much of the Messages API as Claude Code needs, on loopback.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A tool call as the model makes it. */
export interface ModelCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

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

interface Block {
  readonly type?: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
}
interface Body {
  readonly model?: string;
  readonly stream?: boolean;
  readonly tools?: readonly unknown[];
  readonly messages?: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
}

const END = 'End of the script.';

export class ScriptedModel {
  readonly requests: ModelRequest[] = [];
  /** What went wrong before an answer: the model has nothing more to say then. */
  failure: unknown;
  readonly #conversations: readonly Conversation[];
  readonly #before: (request: ModelRequest) => Promise<void>;
  readonly #server: Server;
  #calls = 0;

  /** @param before runs before each answer of the script is given */
  constructor(
    conversations: readonly Conversation[],
    before: (request: ModelRequest) => Promise<void> = async () => {},
  ) {
    this.#conversations = conversations;
    this.#before = before;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
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

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let raw = '';
    for await (const piece of request.setEncoding('utf8')) raw += piece;
    const path = new URL(request.url ?? '/', 'http://model').pathname;
    if (request.method !== 'POST' || !path.startsWith('/v1/messages')) {
      return sendJson(response, 404, { type: 'error', error: { type: 'not_found_error', message: path } });
    }
    if (path.endsWith('/count_tokens')) return sendJson(response, 200, { input_tokens: 1000 });
    const body = JSON.parse(raw) as Body;
    const step = await this.#step(body);
    const content =
      typeof step === 'string'
        ? [{ type: 'text', text: step }]
        : step.map((call) => ({ type: 'tool_use', id: `toolu_scripted${++this.#calls}`, ...call }));
    const message = {
      id: `msg_scripted${this.#calls}_${this.requests.length}`,
      type: 'message',
      role: 'assistant',
      model: body.model ?? 'scripted',
      stop_sequence: null,
      usage: {
        input_tokens: 1000,
        output_tokens: 50,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      },
    };
    const reason = typeof step === 'string' ? 'end_turn' : 'tool_use';
    if (body.stream) stream(response, message, content, reason);
    else sendJson(response, 200, { ...message, content, stop_reason: reason });
  }

  async #step({ tools = [], messages = [] }: Body): Promise<ModelStep> {
    const prompt = textOf(messages.find(({ role }) => role === 'user')?.content);
    const conversation = this.#conversations.find(({ mark }) => prompt.includes(mark));
    // Titles, summaries and the like are asked for without tools.
    if (!conversation || tools.length === 0) return 'ok';
    const { mark } = conversation;
    const request = { mark, step: this.count(mark), results: resultsOf(messages) };
    this.requests.push(request);
    try {
      await this.#before(request);
    } catch (error) {
      this.failure ??= error;
    }
    return this.failure === undefined ? (conversation.steps[request.step] ?? END) : END;
  }
}

/** The results after the last answer of the model. */
function resultsOf(messages: NonNullable<Body['messages']>): readonly string[] {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages
    .slice(last + 1)
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter(({ type }) => type === 'tool_result')
    .map(({ content }) => textOf(content));
}

function textOf(content: string | readonly Block[] | undefined): string {
  if (content === undefined || typeof content === 'string') return content ?? '';
  return content.map(({ text = '' }) => text).join('\n');
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function stream(response: ServerResponse, message: object, content: readonly object[], reason: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  send('message_start', { message: { ...message, content: [], stop_reason: null } });
  content.forEach((block, index) => {
    const isText = 'text' in block;
    const { text, input } = block as { readonly text?: string; readonly input?: unknown };
    send('content_block_start', {
      index,
      content_block: { ...block, ...(isText ? { text: '' } : { input: {} }) },
    });
    const delta = isText
      ? { type: 'text_delta', text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(input) };
    send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  });
  send('message_delta', {
    delta: { stop_reason: reason, stop_sequence: null },
    usage: { output_tokens: 50 },
  });
  send('message_stop', {});
  response.end();
}
