import { createServer, type Server, type Socket } from 'node:net';

/** A window that answers everybody with the same line. */
export class AnsweringWindow {
  readonly path: string;
  answer = '';
  readonly #heard: string[] = [];
  readonly #peers = new Set<Socket>();
  readonly #server: Server;

  constructor(path: string) {
    this.path = path;
    this.#server = createServer((peer) => {
      let text = '';
      this.#peers.add(peer);
      peer.on('error', () => undefined);
      peer.on('data', (data) => {
        text += String(data);
        if (!text.includes('\n')) return;
        this.#heard.push(text);
        text = '';
        peer.write(`${this.answer}\n`);
      });
    });
  }

  open(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(this.path, resolve));
  }

  /** What was heard since the last time it was asked. */
  takeHeard(): string[] {
    // A companion leaves its connections to the end of its process.
    for (const peer of this.#peers) peer.destroy();
    this.#peers.clear();
    return this.#heard.splice(0);
  }

  close(): Promise<void> {
    this.takeHeard();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}
