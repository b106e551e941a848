import { Worker } from 'node:worker_threads';
import type { RowLayout } from '../../agents/transcripts';
import { UnreadableFile } from '../regularFile';
import type { RowChanges, RowSession, RowStore } from '../rowStore';
import type { Answer, Question } from './protocol';

/** The thread may use so much memory, in MiB: a database may hold anything. */
const MEMORY = 512;

interface Waiting {
  readonly settle: (answer: Answer) => void;
  readonly fail: (fault: Error) => void;
}

/**
 * Databases, read on a thread of their own, which starts with the first question. Should it end (a database may exhaust
 * its memory), what was asked is unreadable, and the next question starts another.
 */
export class WorkerRowStore implements RowStore {
  readonly #script: string;
  #worker: Worker | null = null;
  #number = 0;
  readonly #waiting = new Map<number, Waiting>();
  #isDisposed = false;

  /** @param script absolute path of the bundle that the thread runs */
  constructor(script: string) {
    this.#script = script;
  }

  async sessions(database: string, layout: RowLayout): Promise<readonly RowSession[]> {
    const answer = await this.#ask({ database, layout, session: null, since: null });
    if (answer.kind !== 'sessions') throw new Error(`unexpected answer: ${answer.kind}`);
    return answer.sessions;
  }

  async changes(
    database: string,
    layout: RowLayout,
    session: string,
    since: string | null,
  ): Promise<RowChanges> {
    const answer = await this.#ask({ database, layout, session, since });
    if (answer.kind !== 'changes') throw new Error(`unexpected answer: ${answer.kind}`);
    return answer.changes;
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    const worker = this.#worker;
    this.#ended();
    await worker?.terminate();
  }

  async #ask(question: Omit<Question, 'number'>): Promise<Answer> {
    if (this.#isDisposed) throw new UnreadableFile({ code: 'CLOSED' });
    const worker = this.#running();
    const number = ++this.#number;
    const answer = await new Promise<Answer>((settle, fail) => {
      this.#waiting.set(number, { settle, fail });
      worker.postMessage({ ...question, number } satisfies Question);
    });
    if (answer.kind === 'unreadable') throw new UnreadableFile(answer.reason);
    if (answer.kind === 'fault') throw new Error(answer.message);
    return answer;
  }

  #running(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(this.#script, {
      name: 'read-coverage rows',
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    // It must not keep a process alive that is done.
    worker.unref();
    worker.on('message', (answer: Answer) => {
      this.#waiting.get(answer.number)?.settle(answer);
      this.#waiting.delete(answer.number);
    });
    const ended = () => {
      if (this.#worker === worker) this.#ended();
    };
    worker.on('error', ended);
    worker.on('exit', ended);
    this.#worker = worker;
    return worker;
  }

  #ended(): void {
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { fail } of waiting) fail(new UnreadableFile({ code: 'THREAD_ENDED' }));
  }
}
