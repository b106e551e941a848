import { once } from 'node:events';

const FLUSH_AT = 64 * 1024;

/** Writes text to a stream in large pieces and waits where the reader is slower. */
export class Output {
  readonly #stream: NodeJS.WritableStream;
  #pending = '';

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
  }

  async write(text: string): Promise<void> {
    this.#pending += text;
    if (this.#pending.length >= FLUSH_AT) await this.flush();
  }

  async flush(): Promise<void> {
    const text = this.#pending;
    this.#pending = '';
    if (text !== '' && !this.#stream.write(text)) await once(this.#stream, 'drain');
  }
}
