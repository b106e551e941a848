import { createRequire } from 'node:module';
import { MessageChannel, SHARE_ENV, Worker } from 'node:worker_threads';
import type { ServerPort } from './ingestServer';
import {
  type Asked,
  type FromThread,
  type IngestSettings,
  type Question,
  type Questions,
  SERVES,
  type ToThread,
} from './protocol';
import { RemoteIngest, type RemoteIngestOptions } from './remoteIngest';

/** The thread may use so much memory, in MiB: a record may be large, and is held several times while it is read. */
const MEMORY = 2048;

/** What the thread's script gives whoever loads it. */
export interface ThreadScript {
  readonly serve: (port: ServerPort) => void;
}

interface Waiting {
  readonly question: Question;
  readonly settle: (answer: Questions[Asked]['answer']) => void;
  readonly fail: (fault: Error) => void;
}

interface Peer {
  postMessage(message: ToThread): void;
  end(): Promise<void>;
}

/**
 * The thread that reads what agents write, so that a window never waits for it. It starts with the first question. Where
 * threads are not to be had, the same is done in this one.
 */
export class IngestThread {
  readonly #script: string;
  readonly #startWorker: (script: string) => Worker;
  #peer: Peer | null = null;
  #number = 0;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ingests = new Map<number, RemoteIngest>();
  #isDisposed = false;

  /** @param script absolute path of the bundle that the thread runs */
  constructor(script: string, startWorker = workerOf) {
    this.#script = script;
    this.#startWorker = startWorker;
  }

  open(options: RemoteIngestOptions): RemoteIngest {
    const number = ++this.#number;
    const ingest = new RemoteIngest(options, {
      ask: (asked, given) => this.#ask(number, asked, given),
      taken: () => this.#peer?.postMessage({ kind: 'taken', ingest: number }),
      closed: () => this.#ingests.delete(number),
    });
    this.#ingests.set(number, ingest);
    return ingest;
  }

  /** Kinds of the agents that have a folder on this machine. */
  agentsFound(given: Pick<IngestSettings, 'editorFolder'>): Promise<readonly string[]> {
    return this.#ask(0, 'agentsFound', given);
  }

  /** Those of the agents that seem to be used in the folders: by names alone, nothing is opened. */
  agentsUsed(given: Questions['agentsUsed']['given']): Promise<readonly string[]> {
    return this.#ask(0, 'agentsUsed', given);
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    const peer = this.#peer;
    this.#ended();
    await peer?.end();
  }

  async #ask<K extends Asked>(
    ingest: number,
    asked: K,
    given: Questions[K]['given'],
  ): Promise<Questions[K]['answer']> {
    if (this.#isDisposed) throw new Error('the thread that reads is disposed of');
    const question: Question<K> = { kind: 'question', number: ++this.#number, ingest, asked, given };
    return new Promise((settle, fail) => {
      this.#waiting.set(question.number, { question, settle, fail });
      this.#running().postMessage(question);
    });
  }

  #running(): Peer {
    this.#peer ??= this.#started();
    return this.#peer;
  }

  #started(): Peer {
    let worker: Worker;
    try {
      worker = this.#startWorker(this.#script);
    } catch {
      // No threads here.
      return this.#inThisThread();
    }
    // It must not keep a process alive that is done.
    worker.unref();
    const peer = {
      postMessage: (message: ToThread) => worker.postMessage(message),
      end: async () => void (await worker.terminate()),
    };
    let hasSpoken = false;
    worker.on('message', (message: FromThread) => {
      hasSpoken = true;
      this.#hear(message);
    });
    const ended = () => {
      if (this.#peer !== peer) return;
      if (hasSpoken) this.#ended();
      else this.#startAgain();
    };
    worker.on('error', ended);
    worker.on('exit', ended);
    return peer;
  }

  /** The thread could not be started: what it was asked so far is asked again. */
  #startAgain(): void {
    const peer = this.#inThisThread();
    this.#peer = peer;
    for (const { question } of this.#waiting.values()) peer.postMessage(question);
  }

  #inThisThread(): Peer {
    const { port1, port2 } = new MessageChannel();
    const script: ThreadScript = createRequire(this.#script)(this.#script);
    script.serve(port2);
    port1.on('message', (message: FromThread) => this.#hear(message));
    return { postMessage: (message) => port1.postMessage(message), end: async () => port1.close() };
  }

  #hear(message: FromThread): void {
    switch (message.kind) {
      case 'answer':
        this.#take(message.number)?.settle(message.answer);
        return;
      case 'failure':
        this.#take(message.number)?.fail(message.error);
        return;
      case 'events': {
        const ingest = this.#ingests.get(message.ingest);
        if (ingest === undefined) this.#peer?.postMessage({ kind: 'taken', ingest: message.ingest });
        else ingest.heard(message.events);
        return;
      }
      case 'caughtUp':
        this.#ingests.get(message.ingest)?.caughtUp();
        return;
      case 'state':
        this.#ingests.get(message.ingest)?.changed(message.state);
        return;
      case 'fault':
        this.#ingests.get(message.ingest)?.failed(message.error);
        return;
    }
  }

  #take(number: number): Waiting | undefined {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    return waiting;
  }

  /** Its memory was exhausted, or it was told to end. */
  #ended(): void {
    this.#peer = null;
    const ingests = [...this.#ingests.values()];
    this.#ingests.clear();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { fail } of waiting) fail(new Error('the thread that reads has ended'));
    for (const ingest of ingests) ingest.ended();
  }
}

function workerOf(script: string): Worker {
  return new Worker(script, {
    name: SERVES,
    workerData: SERVES,
    // Where agents keep what they write may be told by the environment, which other extensions change.
    env: SHARE_ENV,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  });
}
