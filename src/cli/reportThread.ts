import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { parentPort, Worker } from 'node:worker_threads';
import type { ReplayedEvent } from '../ingest/replay';
import { errorCode } from '../text/errors';
import { PrintedReport, type ReportForm } from './printedReport';

/** Files of fewer bytes together are read sooner than a thread starts. */
const WORTH_IT = 16_000_000;
/** With so many processors, some are left to help the two threads with their garbage. */
const ENOUGH_TO_HELP = 4;
/** Of the thread's heap for what is new, in MiB. Four times as much is no quicker, and is 45 MiB more of the whole. */
const YOUNG_MEMORY = 12;
/** Events that are sent at once. */
const BATCH = 128;
/** Reading waits when so many batches are on their way. */
const MOST_AHEAD = 16;
/** The text comes in pieces of so many characters or more. */
const PIECE = 64 * 1024;

type Asked =
  | { readonly events: readonly ReplayedEvent[] }
  /** All events were sent. */
  | { readonly skippedLines: number }
  | 'piece';

/** Of the text, and of how many sessions it tells; without text: there is no more. */
interface Piece {
  readonly text: string;
  readonly sessions: number;
}

const NOTHING: Piece = { text: '', sessions: 0 };

/** `taken`: a batch of events was. */
type Told = 'taken' | Piece;

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
 * A report that is made in a thread, while what it tells of is read. It is the report that has the thread, not the
 * reading, which takes longer: so that starts at once, while the thread is still being started.
 */
export class ReportThread {
  readonly #worker: Worker;
  #events: ReplayedEvent[] = [];
  /** Batches that were sent and not yet taken. */
  #ahead = 0;
  #piece: Piece | null = null;
  #sessions = 0;
  #failure: Error | null = null;
  #wake: () => void = () => undefined;

  /** @param program the file of this program, which the thread loads */
  constructor(program: string, form: ReportForm) {
    // Both would stop their work and wait for help that has no processor to run on: with two, 7 % of the time.
    if (availableParallelism() < ENOUGH_TO_HELP) setFlagsFromString('--no-parallel-scavenge');
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MEMORY };
    this.#worker = new Worker(program, { workerData: form, resourceLimits, execArgv: [] });
    this.#worker.on('message', (told: Told) => {
      if (told === 'taken') this.#ahead--;
      else this.#piece = told;
      this.#wake();
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', (code) => this.#fail(new Error(`the thread of the report ended (${code})`)));
  }

  /** As that of `PrintedReport`. */
  get sessions(): number {
    return this.#sessions;
  }

  /** Where there is a promise, the next event is to wait for it. */
  add(event: ReplayedEvent): Promise<void> | undefined {
    this.#events.push(event);
    return this.#events.length < BATCH ? undefined : this.#send();
  }

  /** As those of `PrintedReport`. */
  async *pieces(skippedLines: number): AsyncGenerator<string> {
    await this.#send();
    this.#ask({ skippedLines });
    for (let text = await this.#next(); text !== ''; text = await this.#next()) yield text;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #send(): Promise<void> | undefined {
    this.#ask({ events: this.#events });
    this.#events = [];
    this.#ahead++;
    return this.#ahead < MOST_AHEAD ? undefined : this.#until(() => this.#ahead < MOST_AHEAD);
  }

  async #next(): Promise<string> {
    this.#piece = null;
    this.#ask('piece');
    await this.#until(() => this.#piece !== null);
    const { text, sessions } = this.#piece ?? NOTHING;
    this.#sessions = sessions;
    return text;
  }

  #ask(asked: Asked): void {
    this.#worker.postMessage(asked);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake();
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.#failure !== null) throw this.#failure;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/** The thread's part. */
export function serveReport(form: ReportForm): void {
  const report = new PrintedReport(form);
  let pieces: Iterator<string> = [].values();
  const tell = (told: Told) => parentPort?.postMessage(told);
  parentPort?.on('message', (asked: Asked) => {
    if (asked === 'piece') tell({ text: longPiece(pieces), sessions: report.sessions });
    else if ('skippedLines' in asked) pieces = report.pieces(asked.skippedLines);
    else {
      for (const event of asked.events) report.add(event);
      tell('taken');
    }
  });
}

/** The next pieces, as one. */
function longPiece(pieces: Iterator<string>): string {
  let text = '';
  for (let next = pieces.next(); next.done !== true; next = pieces.next()) {
    text += next.value;
    if (text.length >= PIECE) break;
  }
  return text;
}
