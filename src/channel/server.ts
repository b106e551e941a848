import { createServer, type Server, type Socket } from 'node:net';
import { LARGEST_MESSAGE, MOST_CONNECTIONS, REQUEST_WITHIN } from './limits';
import { LineReader } from './lineReader';
import type { Reception, Reply } from './reception';

/**
 * Hears the hooks of agents on a local socket or pipe: one message a connection, answered within a moment, and once
 * more a word that the answer was passed on. A peer that is not understood is cut off.
 */
export class ChannelServer {
  readonly #reception: Reception;
  readonly #peers = new Set<Socket>();
  /** Those that have not sent their message yet, the oldest first. */
  readonly #silent = new Set<Socket>();
  readonly #server: Server;

  constructor(reception: Reception) {
    this.#reception = reception;
    this.#server = createServer((peer) => this.#meet(peer));
  }

  /** @throws where the endpoint cannot be had */
  listen(endpoint: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(endpoint, () => {
        this.#server.off('error', reject);
        this.#server.on('error', (fault) => this.#reception.fault(fault));
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
    if (!this.#reception.admits() || !this.#hasRoom()) {
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
    let answer: Promise<Reply | null> | null = null;
    peer.on('data', (chunk) => {
      for (const line of lines.push(chunk) ?? [null]) {
        if (line === null) peer.destroy();
        else if (answer === null) answer = this.#hear(peer, line);
        else
          void answer.then((reply) => {
            reply?.confirm(line);
            peer.end();
          });
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

  async #hear(peer: Socket, line: string): Promise<Reply | null> {
    this.#silent.delete(peer);
    const reply = await this.#reception.answer(line);
    if (reply === null) peer.destroy();
    else if (reply.isLast) peer.end(`${reply.text}\n`);
    else peer.write(`${reply.text}\n`);
    return reply;
  }
}
