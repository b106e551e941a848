import type { RecordReader } from '../agents/adapter';
import type { AgentEvent } from '../tracker/event';
import type { TailState } from './fileTail';
import type { FoundFile } from './foundFile';
import { hasPassed } from './hasPassed';
import { type Arrived, Liveness, SILENCE } from './liveness';
import type { Pace } from './pace';
import { type FoundEvent, RecordFeed } from './recordFeed';
import type { SkippedLines } from './skippedLines';

/** How often what is silent is looked at, in milliseconds. */
const CHECK_SILENT = 5000;

export interface FollowedOptions {
  readonly path: string;
  /** When following began, in milliseconds since the epoch: what was there before is past. */
  readonly openedAt: number;
  /** Whether it was there then. */
  readonly wasThere: boolean;
  readonly now: () => number;
  /** @param generation 1, and one more with each restart that makes new sessions */
  readonly reader: (generation: number) => RecordReader;
  /** A reader threw: a fault of ours, which costs one record. */
  readonly onFault: (fault: unknown) => void;
}

/** A transcript or log that is followed, however it is stored, from what is on disk to events in their order. */
export abstract class Followed<Options extends FollowedOptions = FollowedOptions> {
  protected readonly options: Options;
  protected readonly liveness: Liveness;
  protected readonly feed: RecordFeed;
  /** When it was last looked at, in milliseconds since the epoch. */
  protected lookedAt: number;
  /** How what was read last came. */
  protected arrived: Arrived = 'settled';

  /** @param trustsTimes see `Liveness` */
  constructor(options: Options, trustsTimes: boolean) {
    this.options = options;
    this.lookedAt = options.openedAt;
    this.liveness = new Liveness(options.openedAt, options.wasThere, trustsTimes);
    this.feed = new RecordFeed(options.reader(1), {
      ...options,
      isLive: (event) =>
        this.isKnown(event) ? null : this.liveness.isLive(event, this.arrived, options.now()),
    });
  }

  abstract readonly stored: FoundFile['stored'];

  abstract get state(): TailState;

  /** Bytes that are there and not read yet; where bytes tell nothing, 1 while there may be something. */
  abstract get unread(): number;

  /** When it was last changed, in milliseconds since the epoch; null where that is not known. */
  abstract get modified(): number | null;

  /** Looks whether there is something new; that is read by `refill`. */
  abstract check(): Promise<void>;

  /** Reads on until there is an event to take or nothing more to read, but not for too long at once. */
  abstract refill(pace: Pace): Promise<void>;

  get path(): string {
    return this.options.path;
  }

  get records(): number {
    return this.feed.records;
  }

  get skipped(): SkippedLines {
    return this.feed.skipped;
  }

  /** Whether there is something to read or to take. */
  get hasMore(): boolean {
    return this.feed.hasNext || this.unread > 0;
  }

  /** Whether it is time to look again: at what was silent for long, less often. */
  get isDue(): boolean {
    const now = this.options.now();
    const isSilent = this.modified !== null && now - this.modified > SILENCE;
    return !isSilent || hasPassed(this.lookedAt, now, CHECK_SILENT);
  }

  /** What the reader still holds, if nothing came for so many milliseconds. */
  flush(silence: number): void {
    if (this.unread === 0) this.feed.flush(silence);
  }

  /** Time of the next event to take; the time of the one before where it has none; null where there is none to take. */
  get nextTime(): number | null {
    return this.feed.nextTime;
  }

  take(): FoundEvent | undefined {
    return this.feed.take();
  }

  /** Whether another file holds what was read here and nothing else. */
  isSameAs(_path: string): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** Gives what is open back to the system; following goes on. */
  release(): Promise<void> {
    return Promise.resolve();
  }

  /** Whether the event was given before. */
  protected isKnown(_event: AgentEvent): boolean {
    return false;
  }
}
