import type { JsonObject, RecordReader } from '../agents/adapter';
import type { AgentEvent } from '../tracker/event';
import { FileTail, SLICE_BYTES, type TailState } from './fileTail';
import { JsonLines } from './jsonLines';
import { type Arrived, Liveness, SILENCE } from './liveness';
import type { Pace } from './pace';
import type { Symlinks } from './regularFile';
import { SkippedLines } from './skippedLines';

/** How often a silent file is looked at, in milliseconds. */
const CHECK_SILENT = 5000;
const SLICES_AT_ONCE = 4;

/** An event as it was found in a file; its paths are not canonical yet. */
export interface FoundEvent {
  readonly event: AgentEvent;
  readonly file: string;
  /** 1-based line of the record that settled the event. */
  readonly line: number;
  readonly live: boolean;
}

export interface FollowedFileOptions {
  readonly path: string;
  readonly symlinks: Symlinks;
  /** When following began, in milliseconds since the epoch: what was there before is past. */
  readonly openedAt: number;
  /** Whether the file was there then. */
  readonly wasThere: boolean;
  readonly now: () => number;
  /**
   * What a file is that starts again. `same`: the same sessions, so what is known of them by its time is passed over
   * (calls are passed on: they count once). `new`: sessions of their own, for lines without call ids and times that no
   * one could tell from the old ones.
   */
  readonly restarts: 'same' | 'new';
  /** @param generation 1, and one more with each restart that makes new sessions */
  readonly reader: (generation: number) => RecordReader;
  /** A reader threw: a fault of ours, which costs one record. */
  readonly onFault: (fault: unknown) => void;
}

/** One followed file from bytes to events, in the order of the file. */
export class FollowedFile {
  readonly #options: FollowedFileOptions;
  readonly #tail: FileTail;
  readonly #liveness: Liveness;
  #lines = new JsonLines();
  #reader: RecordReader;
  #generation = 1;
  #skipped = new SkippedLines();
  #records = 0;
  #lastLine = 0;
  #lookedAt: number;
  #arrived: Arrived = 'settled';
  /** Milliseconds since the epoch of the last growth whose results may still be held by the reader. */
  #heldSince: number | null = null;
  /** Latest time of an event, and of all events before a restart. */
  #latest: number | null = null;
  #knownUntil: number | null = null;
  #found: FoundEvent[] = [];
  #taken = 0;

  constructor(options: FollowedFileOptions) {
    this.#options = options;
    this.#lookedAt = options.openedAt;
    this.#tail = new FileTail(options.path, options.symlinks);
    this.#liveness = new Liveness(options.openedAt, options.wasThere, options.restarts === 'same');
    this.#reader = options.reader(this.#generation);
  }

  get path(): string {
    return this.#options.path;
  }

  get state(): TailState {
    return this.#tail.state;
  }

  /** Bytes that are there and not read yet. */
  get unread(): number {
    return this.#tail.unread;
  }

  /** When the file was last changed, in milliseconds since the epoch; null where that is not known. */
  get modified(): number | null {
    return this.#tail.modified;
  }

  get records(): number {
    return this.#records;
  }

  get skipped(): SkippedLines {
    return this.#skipped;
  }

  /** Whether there is something to read or to take. */
  get hasMore(): boolean {
    return this.#next !== undefined || this.unread > 0;
  }

  /** Whether it is time to look again: at a file that was silent for long, less often. */
  get isDue(): boolean {
    const now = this.#options.now();
    const modified = this.modified;
    const isSilent = modified !== null && now - modified > SILENCE;
    return !isSilent || now - this.#lookedAt >= CHECK_SILENT;
  }

  /** Looks at the file; what there is to read is read by `refill`. */
  async check(): Promise<void> {
    const change = await this.#tail.check();
    if (change === 'restarted') this.#restart();
    if (this.#tail.state === 'following') this.#liveness.seen(this.#tail, this.#options.now());
    this.#lookedAt = this.#options.now();
  }

  /** Reads on until there is an event to take or nothing more to read, but not for too long at once. */
  async refill(pace: Pace): Promise<void> {
    for (let slices = 0; slices < SLICES_AT_ONCE && this.#next === undefined && this.unread > 0; slices++) {
      const toSettled = this.#liveness.settledBytes - this.#tail.position;
      this.#arrived = this.#liveness.arrived(this.#tail.position);
      const bytes = await this.#tail.read(toSettled > 0 ? toSettled : SLICE_BYTES);
      if (bytes === null) return;
      this.#heldSince = this.#options.now();
      this.#lines.push(bytes);
      for (let line = this.#lines.next(); line !== null; line = this.#lines.next()) {
        this.#lastLine = line.line;
        if (line.record === null || !this.#readRecord(line.record)) this.#skipped.add(line.line);
        await pace.rest();
      }
    }
  }

  /** Whether the record could be used. */
  #readRecord(record: JsonObject): boolean {
    this.#records++;
    const { rejected } = this.#reader;
    try {
      this.#keep(this.#reader.read(record));
      return this.#reader.rejected === rejected;
    } catch (fault) {
      this.#options.onFault(fault);
      return false;
    }
  }

  /** What the reader still holds, if the file was silent for so many milliseconds. */
  flush(silence: number): void {
    if (this.#heldSince === null || this.unread > 0 || this.#options.now() - this.#heldSince < silence)
      return;
    this.#heldSince = null;
    this.#keep(this.#reader.flush());
  }

  /** Time of the next event to take; the time of the one before where it has none; null where there is none to take. */
  get nextTime(): number | null {
    const next = this.#next;
    return next === undefined ? null : (next.event.time ?? this.#latest ?? Number.NEGATIVE_INFINITY);
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

  /** Whether another file holds what was read here and nothing else, see `FileTail.isSameAs`. */
  isSameAs(path: string): Promise<boolean> {
    return this.#tail.isSameAs(path);
  }

  /** Gives the open file back to the system; following goes on. */
  release(): Promise<void> {
    return this.#tail.release();
  }

  get #next(): FoundEvent | undefined {
    return this.#found[this.#taken];
  }

  #keep(events: readonly AgentEvent[]): void {
    for (const event of events) {
      if (this.#isKnown(event)) continue;
      const live = this.#liveness.isLive(event, this.#arrived, this.#options.now());
      this.#found.push({ event, file: this.path, line: this.#lastLine, live });
    }
  }

  /** Whether the event was given before a restart: calls are told by their ids later, everything else by its time. */
  #isKnown(event: AgentEvent): boolean {
    if (this.#knownUntil === null || event.call !== null) return false;
    return event.time === null ? this.#arrived === 'settled' : event.time <= this.#knownUntil;
  }

  #restart(): void {
    this.#lines = new JsonLines();
    this.#skipped = new SkippedLines();
    this.#records = 0;
    this.#lastLine = 0;
    if (this.#options.restarts === 'same') this.#knownUntil = this.#latest;
    else this.#generation++;
    this.#liveness.restarted(this.#latest ?? this.#lookedAt);
    this.#reader = this.#options.reader(this.#generation);
  }
}
