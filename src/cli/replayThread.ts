import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';
import { InputError } from '../ingest/inputError';
import { KNOWN_FORMATS } from '../ingest/knownFormats';
import { Replay, type ReplayedEvent, type SkippedOfFile } from '../ingest/replay';
import { errorCode } from '../text/errors';
import { LineHasher } from '../text/lineHash';

/** Files of fewer bytes together are read sooner than a thread starts. */
const WORTH_IT = 16_000_000;
const BATCH = 128;
/** The thread waits when so many batches are on their way. */
const MOST_AHEAD = 16;
/** Of the thread's heap for what is new, in MiB: rows are garbage as soon as they are read. */
const YOUNG_MEMORY = 64;

/** What the thread is to read. */
interface ReplayOrder {
  readonly files: readonly string[];
  /** Of the hasher. */
  readonly key: readonly [number, number];
  /** How many batches were taken. */
  readonly taken: SharedArrayBuffer;
}

type ReplayTold =
  | { readonly events: readonly ReplayedEvent[] }
  | { readonly skipped: readonly SkippedOfFile[] }
  | { readonly refused: string };

/** Whether there is so much to read that a thread of its own pays, and another processor to run it. */
export function isWorthThread(files: readonly string[]): boolean {
  let bytes = 0;
  for (const file of files) bytes += sizeOf(file);
  return bytes >= WORTH_IT && availableParallelism() > 1;
}

/** In bytes; 0 where the system does not tell: whoever reads the file says why. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return 0;
  }
}

/**
 * Replays files in a thread: it reads and understands what comes next while the events before are taken. Returns
 * which lines were skipped.
 *
 * @param program the file of this program, which the thread loads
 * @param take called with each event, in order
 * @throws InputError as `Replay` does
 */
export function replayInThread(
  program: string,
  files: readonly string[],
  hasher: LineHasher,
  take: (event: ReplayedEvent) => void,
): Promise<readonly SkippedOfFile[]> {
  const taken = new Int32Array(new SharedArrayBuffer(4));
  const workerData: ReplayOrder = { files, key: hasher.key, taken: taken.buffer };
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MEMORY };
  const worker = new Worker(program, { workerData, resourceLimits, execArgv: [] });
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      reject(error);
      void worker.terminate();
    };
    worker.on('error', fail);
    worker.on('exit', (code) => reject(new Error(`the thread that reads ended (${code})`)));
    worker.on('message', (told: ReplayTold) => {
      if ('skipped' in told) resolve(told.skipped);
      else if ('refused' in told) fail(new InputError(told.refused));
      else {
        try {
          for (const event of told.events) take(event);
        } catch (error) {
          fail(error);
        }
        Atomics.add(taken, 0, 1);
        Atomics.notify(taken, 0);
      }
    });
  });
}

/** The thread's part. */
export function serveReplay(order: unknown): void {
  const { files, key, taken } = order as ReplayOrder;
  const tell = (told: ReplayTold) => parentPort?.postMessage(told);
  try {
    const replay = new Replay(files, KNOWN_FORMATS, { hasher: new LineHasher(key) });
    const batches = new Batches(new Int32Array(taken), (events) => tell({ events }));
    for (const event of replay) batches.add(event);
    batches.send();
    tell({ skipped: replay.skipped });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    tell({ refused: error.message });
  }
}

/** Sends events some at a time, and never more than can be taken soon. */
class Batches {
  readonly #taken: Int32Array;
  readonly #send: (events: readonly ReplayedEvent[]) => void;
  #events: ReplayedEvent[] = [];
  #sent = 0;

  constructor(taken: Int32Array, send: (events: readonly ReplayedEvent[]) => void) {
    this.#taken = taken;
    this.#send = send;
  }

  add(event: ReplayedEvent): void {
    this.#events.push(event);
    if (this.#events.length >= BATCH) this.send();
  }

  send(): void {
    for (let taken = this.#count; this.#sent - taken >= MOST_AHEAD; taken = this.#count) {
      Atomics.wait(this.#taken, 0, taken);
    }
    this.#send(this.#events);
    this.#events = [];
    this.#sent++;
  }

  get #count(): number {
    return Atomics.load(this.#taken, 0);
  }
}
