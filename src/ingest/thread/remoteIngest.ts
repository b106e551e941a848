import type { AgentEvent, DiskEvidence } from '../../tracker/event';
import type { IngestState } from '../diagnostics';
import type { IngestedEvent } from '../ingest';
import type { Asked, IngestSettings, Questions } from './protocol';

/** See `IngestOptions`. */
export interface RemoteIngestOptions extends IngestSettings {
  readonly onEvents: (events: readonly IngestedEvent[]) => void | Promise<void>;
  readonly onCaughtUp?: () => void;
  readonly onFault: (fault: unknown) => void;
  /** The thread ended by itself: nothing comes any more. */
  readonly onEnd: () => void;
}

type Ask = <K extends Asked>(asked: K, given: Questions[K]['given']) => Promise<Questions[K]['answer']>;

export interface RemoteIngestParts {
  readonly ask: Ask;
  /** A batch of events was applied. */
  readonly taken: () => void;
  /** It is not told anything any more. */
  readonly closed: () => void;
}

const NOTHING: IngestState = {
  files: [],
  sessions: [],
  places: [],
  refusedLogs: [],
  caughtUp: false,
  waitingDocuments: 0,
};

/** An `Ingest` that works on another thread, as the window sees it: the same calls, which answer a little later. */
export class RemoteIngest {
  readonly #options: RemoteIngestOptions;
  readonly #parts: RemoteIngestParts;
  #state = NOTHING;
  #applying: Promise<void> = Promise.resolve();
  #hasEnded = false;
  #isDisposed = false;

  constructor(options: RemoteIngestOptions, parts: RemoteIngestParts) {
    this.#options = options;
    this.#parts = parts;
    const { folders, key, logPatterns, agents, history, editorFolder, heads } = options;
    this.#asked('open', {
      folders,
      key,
      logPatterns,
      agents,
      editorFolder,
      heads,
      ...(history === undefined ? {} : { history }),
    });
  }

  /** Follows from now on, until disposed. */
  start(): void {
    this.#asked('start', undefined);
  }

  /** Reads everything that is there by now; done once it is applied. */
  poll(): Promise<void> {
    return this.#parts.ask('poll', undefined);
  }

  /** See `Ingest.tell`. */
  tell(events: readonly AgentEvent[], live: boolean): Promise<void> {
    return this.#parts.ask('tell', { events, live });
  }

  /** See `Ingest.documentChanged`. */
  documentChanged(path: string): Promise<void> {
    return this.#parts.ask('documentChanged', path);
  }

  /** See `Ingest.complete`. */
  complete(events: readonly AgentEvent[]): Promise<readonly AgentEvent[]> {
    return this.#parts.ask('complete', events);
  }

  /** See `Ingest.look`. */
  look(path: string): Promise<DiskEvidence | null> {
    return this.#parts.ask('look', path);
  }

  /** As it was told last: a moment ago. */
  state(): IngestState {
    return this.#state;
  }

  /** Done once nothing more is told. */
  async dispose(): Promise<void> {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    if (!this.#hasEnded) await this.#parts.ask('dispose', undefined).catch(() => undefined);
    this.#parts.closed();
    await this.#applying;
  }

  heard(events: readonly IngestedEvent[]): void {
    this.#applying = this.#applying
      .then(() => (this.#isDisposed ? undefined : this.#options.onEvents(events)))
      .catch((fault: unknown) => this.#options.onFault(fault))
      .then(() => this.#parts.taken());
  }

  /** In its place between the events. */
  caughtUp(): void {
    this.#applying = this.#applying
      .then(() => (this.#isDisposed ? undefined : this.#options.onCaughtUp?.()))
      .catch((fault: unknown) => this.#options.onFault(fault));
  }

  changed(state: Partial<IngestState>): void {
    this.#state = { ...this.#state, ...state };
  }

  failed(fault: unknown): void {
    this.#options.onFault(fault);
  }

  ended(): void {
    this.#hasEnded = true;
    if (!this.#isDisposed) this.#options.onEnd();
  }

  #asked<K extends Asked>(asked: K, given: Questions[K]['given']): void {
    this.#parts.ask(asked, given).catch((fault: unknown) => {
      if (!this.#hasEnded) this.#options.onFault(fault);
    });
  }
}
