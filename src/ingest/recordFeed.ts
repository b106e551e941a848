import type { JsonObject, RecordReader } from '../agents/adapter';
import { withSoundNames } from '../agents/soundNames';
import type { AgentEvent } from '../tracker/event';
import { hasPassed } from './hasPassed';
import { SkippedLines } from './skippedLines';

/** An event as it was found in a file; its paths are not canonical yet. */
export interface FoundEvent {
  readonly event: AgentEvent;
  readonly file: string;
  /** 1-based line of the record that settled the event; 1 in a document, the number of the row in a database. */
  readonly line: number;
  readonly live: boolean;
}

export interface RecordFeedOptions {
  readonly path: string;
  readonly now: () => number;
  readonly onFault: (fault: unknown) => void;
  /** Whether an event happens now; null where it was told before. */
  readonly isLive: (event: AgentEvent) => boolean | null;
}

/** Records of one followed thing on their way through its reader to events that can be taken. */
export class RecordFeed {
  readonly #options: RecordFeedOptions;
  #reader: RecordReader;
  #skipped = new SkippedLines();
  #records = 0;
  #line = 0;
  /** Milliseconds since the epoch of the last record whose events may still be held by the reader. */
  #heldSince: number | null = null;
  #latest: number | null = null;
  #found: FoundEvent[] = [];
  #taken = 0;

  constructor(reader: RecordReader, options: RecordFeedOptions) {
    this.#reader = reader;
    this.#options = options;
  }

  get records(): number {
    return this.#records;
  }

  get skipped(): SkippedLines {
    return this.#skipped;
  }

  /** Latest time of the events taken. */
  get latest(): number | null {
    return this.#latest;
  }

  get hasNext(): boolean {
    return this.#next !== undefined;
  }

  get nextTime(): number | null {
    const next = this.#next;
    return next === undefined ? null : (next.event.time ?? this.#latest ?? Number.NEGATIVE_INFINITY);
  }

  /** Something came: what is held may be settled by what follows soon. */
  touch(): void {
    this.#heldSince = this.#options.now();
  }

  /** @param record null: what is there is no record */
  push(record: JsonObject | null, line: number): void {
    this.#line = line;
    if (record === null || !this.#read(record)) this.#skipped.add(line);
  }

  flush(silence: number): void {
    if (this.#heldSince === null || !hasPassed(this.#heldSince, this.#options.now(), silence)) return;
    this.#heldSince = null;
    this.#attempt(() => this.#keep(this.#reader.flush()));
  }

  take(): FoundEvent | undefined {
    const next = this.#next;
    if (next === undefined) return undefined;
    this.#taken++;
    if (this.#taken === this.#found.length) {
      this.#found = [];
      this.#taken = 0;
    }
    const { time } = next.event;
    if (time !== null) this.#latest = Math.max(time, this.#latest ?? time);
    return next;
  }

  /** Everything comes again from its start. */
  restart(reader: RecordReader): void {
    this.#reader = reader;
    this.#skipped = new SkippedLines();
    this.#records = 0;
    this.#line = 0;
  }

  get #next(): FoundEvent | undefined {
    return this.#found[this.#taken];
  }

  /** Whether the record could be used. */
  #read(record: JsonObject): boolean {
    this.#records++;
    const { rejected } = this.#reader;
    const wasRead = this.#attempt(() => this.#keep(this.#reader.read(record)));
    return wasRead && this.#reader.rejected === rejected;
  }

  /** False where the reader threw, which is told. */
  #attempt(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (fault) {
      this.#options.onFault(fault);
      return false;
    }
  }

  #keep(events: readonly AgentEvent[]): void {
    for (const event of withSoundNames(events)) {
      const live = this.#options.isLive(event);
      if (live !== null) this.#found.push({ event, file: this.#options.path, line: this.#line, live });
    }
  }
}
