import { createServer, type Server, type Socket } from 'node:net';
import { parseReport } from '../agents/hooks/message';
import { type HookReport, isEmptyVerdict } from '../agents/hooks/report';
import { field, isObject, textField } from '../agents/json';
import type { LineHasher } from '../text/lineHash';
import {
  LARGEST_MESSAGE,
  MESSAGES_A_SECOND,
  MESSAGES_AT_ONCE,
  MOST_CONNECTIONS,
  REQUEST_WITHIN,
  VERDICT_WITHIN,
} from './limits';
import { LineReader } from './lineReader';
import { parseJson } from './parseJson';
import { RateLimit } from './rateLimit';
import { type HookAnswer, type HookListener, isSecret } from './request';

export interface ChannelServerOptions {
  readonly token: string;
  readonly hasher: LineHasher;
  /** Kinds of the agents that are heard. */
  readonly agents: readonly string[];
  readonly listener: HookListener;
  /** A fault of ours; the peer is answered all the same. */
  readonly onFault: (fault: unknown) => void;
  /** Milliseconds, never going back. */
  readonly clock?: () => number;
}

const NOTHING: HookAnswer = { verdict: {}, delivered: () => undefined };

/**
 * Hears the hooks of agents on a local socket or pipe: one message a connection, answered within a moment, and once
 * more a word that the answer was passed on. A peer that is not understood is cut off.
 */
export class ChannelServer {
  readonly #options: ChannelServerOptions;
  readonly #rate: RateLimit;
  readonly #peers = new Set<Socket>();
  /** Those that have not sent their message yet, the oldest first. */
  readonly #silent = new Set<Socket>();
  readonly #server: Server;

  constructor(options: ChannelServerOptions) {
    this.#options = options;
    const { clock = () => performance.now() } = options;
    this.#rate = new RateLimit(MESSAGES_A_SECOND, MESSAGES_AT_ONCE, clock);
    this.#server = createServer((peer) => this.#meet(peer));
  }

  /** @throws where the endpoint cannot be had */
  listen(endpoint: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(endpoint, () => {
        this.#server.off('error', reject);
        this.#server.on('error', this.#options.onFault);
        resolve();
      });
    });
  }

  close(): void {
    for (const peer of this.#peers) peer.destroy();
    this.#server.close();
  }

  #meet(peer: Socket): void {
    // What goes wrong on the other side is the other side's concern.
    peer.on('error', () => peer.destroy());
    if (!this.#rate.take() || !this.#hasRoom()) {
      peer.destroy();
      return;
    }
    this.#peers.add(peer);
    this.#silent.add(peer);
    const patience = setTimeout(() => peer.destroy(), REQUEST_WITHIN);
    peer.on('close', () => {
      clearTimeout(patience);
      this.#peers.delete(peer);
      this.#silent.delete(peer);
    });
    const lines = new LineReader(LARGEST_MESSAGE);
    let answer: Promise<HookAnswer> | null = null;
    peer.on('data', (chunk) => {
      for (const line of lines.push(chunk) ?? [null]) {
        if (line === null) peer.destroy();
        else if (answer === null) answer = this.#hear(peer, line);
        else void answer.then(({ delivered }) => this.#confirm(peer, line, delivered));
      }
    });
  }

  /** Whether one more can be heard; makes room by sending one away that has said nothing yet. */
  #hasRoom(): boolean {
    if (this.#peers.size < MOST_CONNECTIONS) return true;
    for (const oldest of this.#silent) {
      oldest.destroy();
      this.#peers.delete(oldest);
      this.#silent.delete(oldest);
      return true;
    }
    return false;
  }

  async #hear(peer: Socket, line: string): Promise<HookAnswer> {
    this.#silent.delete(peer);
    const { hasher, token, agents } = this.#options;
    const message = parseJson(line);
    const agent = isObject(message) ? textField(message, 'agent') : undefined;
    const isOurs =
      isObject(message) &&
      field(message, 'v') === 1 &&
      isSecret(field(message, 'token'), token) &&
      agent !== undefined &&
      agents.includes(agent);
    const report = isOurs ? parseReport(field(message, 'hook'), { hasher, agent, now: Date.now() }) : null;
    if (agent === undefined || report === null) {
      peer.destroy();
      return NOTHING;
    }
    const answer = await soon(this.#ask(agent, report), VERDICT_WITHIN);
    const isEmpty = isEmptyVerdict(answer.verdict);
    const text = `${JSON.stringify(isEmpty ? { v: 1 } : { v: 1, verdict: answer.verdict })}\n`;
    if (isEmpty) peer.end(text);
    else peer.write(text);
    return answer;
  }

  async #ask(agent: string, report: HookReport): Promise<HookAnswer> {
    try {
      return await this.#options.listener(agent, report);
    } catch (fault) {
      this.#options.onFault(fault);
      return NOTHING;
    }
  }

  #confirm(peer: Socket, line: string, delivered: () => void): void {
    const word = parseJson(line);
    if (isObject(word) && field(word, 'got') === true) delivered();
    peer.end();
  }
}

/** The answer, or none where it takes too long. */
async function soon(answer: Promise<HookAnswer>, within: number): Promise<HookAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<HookAnswer>((resolve) => {
    timer = setTimeout(() => resolve(NOTHING), within);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
