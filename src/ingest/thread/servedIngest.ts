import { LineHasher } from '../../text/lineHash';
import type { AgentEvent } from '../../tracker/event';
import type { IngestState } from '../diagnostics';
import type { Formats } from '../formats';
import { Ingest, type IngestedEvent } from '../ingest';
import type { RowStore } from '../rowStore';
import { asError, type FromThread, type IngestSettings, MOST_ON_THEIR_WAY } from './protocol';

/** Least time between two tellings of the state, ms. */
const STATE_PAUSE = 100;

/** An ingest on the thread's side: tells events as far as there is room for them, and its state where that changes. */
export class ServedIngest {
  readonly ingest: Ingest;
  readonly #number: number;
  readonly #send: (message: FromThread) => void;
  readonly #told = new Map<string, string>();
  #onTheirWay = 0;
  #isClosed = false;
  #waiting: (() => void)[] = [];
  #resting: NodeJS.Timeout | null = null;

  constructor(
    number: number,
    { key, ...settings }: IngestSettings,
    { formats, rows }: { readonly formats: Formats; readonly rows: RowStore | undefined },
    send: (message: FromThread) => void,
  ) {
    this.#number = number;
    this.#send = send;
    this.ingest = new Ingest({
      ...settings,
      hasher: new LineHasher(key),
      formats,
      ...(rows === undefined ? {} : { rows }),
      onEvents: (events) => this.#pass(events),
      onCaughtUp: () => send({ kind: 'caughtUp', ingest: number }),
      onFault: (fault) => send({ kind: 'fault', ingest: number, error: asError(fault) }),
      onLooked: () => this.#tellStateSoon(),
    });
  }

  /** The window applied a batch. */
  taken(): void {
    this.#onTheirWay--;
    this.#wake();
  }

  /** Reads everything that is there by now, and waits until it is applied. */
  async poll(): Promise<void> {
    await this.ingest.poll();
    await this.#until(() => this.#onTheirWay === 0);
    this.#tellState();
  }

  /** Tells these as if they had been found, and waits until they are applied. */
  async tell(events: readonly AgentEvent[], live: boolean): Promise<void> {
    await this.ingest.tell(events, live);
    await this.#until(() => this.#onTheirWay === 0);
  }

  async dispose(): Promise<void> {
    this.#isClosed = true;
    if (this.#resting !== null) clearTimeout(this.#resting);
    this.#wake();
    await this.ingest.dispose();
  }

  async #pass(events: readonly IngestedEvent[]): Promise<void> {
    await this.#until(() => this.#onTheirWay < MOST_ON_THEIR_WAY);
    if (this.#isClosed || events.length === 0) return;
    this.#onTheirWay++;
    this.#send({ kind: 'events', ingest: this.#number, events });
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!this.#isClosed && !isSo()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  #tellStateSoon(): void {
    if (this.#resting !== null || this.#isClosed) return;
    this.#tellState();
    this.#resting = setTimeout(() => {
      this.#resting = null;
      this.#tellState();
    }, STATE_PAUSE);
  }

  #tellState(): void {
    const state = Object.entries(this.ingest.state()).filter(([name, value]) => {
      const text = JSON.stringify(value);
      if (this.#told.get(name) === text) return false;
      this.#told.set(name, text);
      return true;
    });
    if (state.length === 0) return;
    const changed: Partial<IngestState> = Object.fromEntries(state);
    this.#send({ kind: 'state', ingest: this.#number, state: changed });
  }
}
