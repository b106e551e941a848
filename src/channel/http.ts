import { realpath } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { HOOK_AGENTS } from '../agents/hooks/hookAgents';
import { printReport } from '../agents/hooks/message';
import { isEmptyVerdict } from '../agents/hooks/report';
import { field, isObject, textField } from '../agents/json';
import { errorCode } from '../text/errors';
import { Generations } from '../text/generations';
import type { LineHasher } from '../text/lineHash';
import type { Asked } from './asked';
import { askWindows } from './client';
import { type HttpPlace, httpPlace, payloadPath } from './httpPlace';
import {
  LARGEST_MESSAGE,
  LARGEST_PAYLOAD,
  MESSAGES_A_SECOND,
  MESSAGES_AT_ONCE,
  MOST_CONNECTIONS,
  REQUEST_WITHIN,
  WAIT_FOR_WINDOWS,
} from './limits';
import { parseJson } from './parseJson';
import { RateLimit } from './rateLimit';
import { listWindows, windowsFor } from './registry';
import { isSecret } from './request';
import { spool } from './spool';

/** How often a window tries to take over the port from one that is gone, ms. */
const TRY_AGAIN = 5000;
const MOST_SESSIONS = 1000;

/** Takes what the companion would send: `{"v":1,"agent":…,"hook":<report>}`, answered with `{"v":1,"verdict":…}`. */
const REPORTS = '/v1/hook';
/** Take an agent's own payload, answered in its own terms: the agents' kinds, by path. */
const PAYLOADS: ReadonlyMap<string, string> = new Map(
  HOOK_AGENTS.map((agent) => [payloadPath(agent), agent]),
);

export interface HttpEntranceOptions {
  readonly userFolder: string;
  readonly hasher: LineHasher;
  readonly onFault: (fault: unknown) => void;
}

interface Reply {
  readonly status: number;
  readonly body: object;
  readonly asked?: Asked;
}

/**
 * The channel for hooks that speak HTTP: one port on loopback, which one of a person's windows holds for all of them.
 * What it takes it passes on to every window that is concerned, itself among them. Opened only where an agent was given
 * the port.
 */
export class HttpEntrance {
  readonly #options: HttpEntranceOptions;
  readonly #rate = new RateLimit(MESSAGES_A_SECOND, MESSAGES_AT_ONCE, () => performance.now());
  /** The folder that each session was first in: where its shell goes later is not where it belongs. */
  readonly #homes = new Generations<string, string>(MOST_SESSIONS);
  #server: Server | null = null;
  /** Where the server listens. */
  #place: HttpPlace | null = null;
  #retry: NodeJS.Timeout | null = null;

  constructor(options: HttpEntranceOptions) {
    this.#options = options;
  }

  /** Takes the port now, or as soon as it is free. */
  open(): void {
    this.#try();
    this.#retry = setInterval(() => this.#try(), TRY_AGAIN);
  }

  close(): void {
    if (this.#retry !== null) clearInterval(this.#retry);
    this.#leave();
  }

  #leave(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
    this.#server = null;
  }

  #try(): void {
    const place = httpPlace(this.#options.userFolder);
    // The last agent that was given the port may have been disconnected, and another connected since.
    if (this.#server !== null && this.#place?.token !== place?.token) this.#leave();
    if (this.#server !== null || place === null) return;
    this.#place = place;
    const server = createServer({
      requestTimeout: REQUEST_WITHIN,
      headersTimeout: REQUEST_WITHIN,
      connectionsCheckingInterval: REQUEST_WITHIN / 2,
    });
    server.maxConnections = MOST_CONNECTIONS;
    server.on('request', (request, response) => this.#meet(place, request, response));
    server.on('error', (error) => {
      if (this.#server === server) this.#server = null;
      // Another window holds it, as it should be.
      if (errorCode(error) !== 'EADDRINUSE') this.#options.onFault(error);
    });
    server.listen(place.port, '127.0.0.1');
    this.#server = server;
    // No agent is to wait for that.
    dialects().catch(this.#options.onFault);
  }

  #meet(place: HttpPlace, request: IncomingMessage, response: ServerResponse): void {
    request.on('error', () => response.destroy());
    const refusal = refusalOf(place, request) ?? (this.#rate.take() ? null : 429);
    if (refusal !== null) {
      // What comes with it is not read.
      response.writeHead(refusal, { connection: 'close' }).end(() => request.destroy());
      return;
    }
    this.#reply(request)
      .then((reply) => send(response, reply))
      .catch((fault: unknown) => {
        this.#options.onFault(fault);
        send(response, { status: 200, body: {} });
      });
  }

  async #reply(request: IncomingMessage): Promise<Reply> {
    const agent = PAYLOADS.get(request.url ?? '');
    const isReport = agent === undefined;
    const text = await bodyOf(request, isReport ? LARGEST_MESSAGE : LARGEST_PAYLOAD);
    // The agent must not be troubled with what is too much for us.
    if (text === null) return { status: 200, body: isReport ? { v: 1 } : {} };
    const body = parseJson(text);
    return isReport ? this.#report(body) : this.#payload(agent, body);
  }

  async #report(body: unknown): Promise<Reply> {
    const hook = isObject(body) ? field(body, 'hook') : undefined;
    const agent = isObject(body) && field(body, 'v') === 1 ? textField(body, 'agent') : undefined;
    if (!isObject(hook) || agent === undefined) return { status: 400, body: {} };
    const asked = await this.#ask(agent, hook, JSON.stringify(hook));
    const verdict = isEmptyVerdict(asked.verdict) ? {} : { verdict: asked.verdict };
    return { status: 200, body: { v: 1, ...verdict }, asked };
  }

  async #payload(named: string, payload: unknown): Promise<Reply> {
    const nothing: Reply = { status: 200, body: {} };
    if (!isObject(payload)) return nothing;
    const { hookReport, hooksOf } = await dialects();
    const hooks = hooksOf(named, payload);
    if (hooks === undefined) return nothing;
    const report = hookReport(hooks, payload, { hasher: this.#options.hasher, time: Date.now() });
    if (report === null) return nothing;
    const hook = printReport(report, this.#options.hasher);
    const asked = await this.#ask(hooks.dialect.agent, hook, JSON.stringify(hook));
    const { verdict } = asked;
    const answer = isEmptyVerdict(verdict) ? null : hooks.dialect.answer(payload, report, verdict);
    if (answer !== null) return { status: 200, body: answer, asked };
    await asked.finish(false);
    return nothing;
  }

  async #ask(agent: string, hook: { readonly [name: string]: unknown }, text: string): Promise<Asked> {
    const { userFolder } = this.#options;
    const session = textField(hook, 'session') ?? '';
    const places = await this.#places(session, textField(hook, 'cwd') ?? '');
    const windows = windowsFor(listWindows(userFolder), places);
    const asked = await askWindows(windows, agent, text, WAIT_FOR_WINDOWS);
    if (asked.heard === 0) spool(userFolder, session, { agent, places, hook });
    return asked;
  }

  async #places(session: string, cwd: string): Promise<string[]> {
    const canonical = await realpath(cwd).catch(() => cwd);
    const home = this.#homes.get(session) ?? canonical;
    this.#homes.set(session, home);
    return [...new Set([home, canonical])];
  }
}

/** Far more code than all the rest: loaded where an agent was given the port. */
function dialects() {
  return import('../agents/hooks/dialects');
}

/** Why a request is not even read, as an HTTP status; null: it is. */
function refusalOf({ port, token }: HttpPlace, { method, url, headers }: IncomingMessage): number | null {
  // A page in a browser names its origin, and a host name that was made to point here is not ours.
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) return 403;
  if (headers.host !== `127.0.0.1:${port}` && headers.host !== `localhost:${port}`) return 403;
  if (url !== REPORTS && !PAYLOADS.has(url ?? '')) return 404;
  if (method !== 'POST') return 405;
  return isSecret(headers.authorization, `Bearer ${token}`) ? null : 401;
}

/**
 * Null for one that does not come whole, and for one that is too long: it is read to its end all the same, so that the
 * answer is heard.
 */
function bodyOf(request: IncomingMessage, most: number): Promise<string | null> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= most) chunks.push(chunk);
      else chunks = [];
    });
    request.on('end', () => resolve(size <= most ? Buffer.concat(chunks).toString('utf8') : null));
    // It hung up: nobody waits for an answer.
    request.on('error', () => resolve(null));
    request.on('close', () => resolve(null));
  });
}

function send(response: ServerResponse, { status, body, asked }: Reply): void {
  const text = JSON.stringify(body);
  response.on('close', () => void asked?.finish(response.writableFinished));
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}
