import type { RowLayout } from '../agents/transcripts';
import { databaseStamp } from './databaseStamp';
import type { TailState } from './fileTail';
import { type Followed, type FollowedOptions, type FoundEvent, isDueAfter } from './followed';
import { type Arrived, Liveness } from './liveness';
import type { Pace } from './pace';
import { RecordFeed } from './recordFeed';
import { UnreadableFile } from './regularFile';
import type { RowStore } from './rowStore';
import type { SkippedLines } from './skippedLines';

export interface FollowedRowsOptions extends FollowedOptions {
  readonly store: RowStore;
  readonly layout: RowLayout;
  readonly session: string;
  /** When the session last changed, in milliseconds since the epoch. */
  readonly modified: number;
}

/** The rows of one session in a database that its agent writes to. */
export class FollowedRows implements Followed {
  readonly #options: FollowedRowsOptions;
  readonly #liveness: Liveness;
  readonly #feed: RecordFeed;
  #state: TailState = 'following';
  #stamp = '';
  #mark: string | null = null;
  #row = 0;
  #modified: number;
  #isUnread = false;
  /** The rows that were there when it was first looked at are read. */
  #wasRead = false;
  #arrived: Arrived = 'settled';
  #lookedAt: number;

  constructor(options: FollowedRowsOptions) {
    this.#options = options;
    this.#lookedAt = options.openedAt;
    this.#modified = options.modified;
    this.#liveness = new Liveness(options.openedAt, options.wasThere, true);
    this.#feed = new RecordFeed(options.reader(1), {
      ...options,
      isLive: (event) => this.#liveness.isLive(event, this.#arrived, options.now()),
    });
  }

  get path(): string {
    return this.#options.path;
  }

  get state(): TailState {
    return this.#state;
  }

  get unread(): number {
    return this.#isUnread ? 1 : 0;
  }

  /** When rows of the session last came. */
  get modified(): number {
    return this.#modified;
  }

  get records(): number {
    return this.#feed.records;
  }

  get skipped(): SkippedLines {
    return this.#feed.skipped;
  }

  get hasMore(): boolean {
    return this.#feed.hasNext || this.#isUnread;
  }

  get isDue(): boolean {
    return isDueAfter(this.#lookedAt, this.#modified, this.#options.now());
  }

  /** Rows may be new where the database or its journal changed. */
  async check(): Promise<void> {
    this.#lookedAt = this.#options.now();
    if (this.#state === 'no-sqlite') return;
    try {
      const { text, modified } = await databaseStamp(this.path);
      if (text !== this.#stamp) this.#isUnread = true;
      this.#stamp = text;
      this.#liveness.seen({ position: 0, unread: 1, modified, born: null }, this.#lookedAt);
      this.#state = 'following';
    } catch (error) {
      this.#failed(error);
    }
  }

  async refill(pace: Pace): Promise<void> {
    if (!this.#isUnread || this.#feed.hasNext) return;
    const { store, path, layout, session, now } = this.#options;
    try {
      const { records, mark, hasMore } = await store.changes(path, layout, session, this.#mark);
      this.#mark = mark;
      this.#isUnread = hasMore;
      this.#arrived = this.#liveness.arrived(this.#wasRead ? this.#liveness.settledBytes : 0);
      if (records.length > 0 && this.#wasRead) this.#modified = now();
      if (!hasMore) this.#wasRead = true;
      if (records.length === 0) return;
      this.#feed.touch();
      for (const record of records) {
        this.#feed.push(record, ++this.#row);
        await pace.rest();
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  flush(silence: number): void {
    if (!this.#isUnread) this.#feed.flush(silence);
  }

  get nextTime(): number | null {
    return this.#feed.nextTime;
  }

  take(): FoundEvent | undefined {
    return this.#feed.take();
  }

  /** Rows are never rotated. */
  isSameAs(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** The store closes what it does not need. */
  release(): Promise<void> {
    return Promise.resolve();
  }

  #failed(error: unknown): void {
    if (!(error instanceof UnreadableFile)) throw error;
    this.#state = error.reason;
    this.#isUnread = false;
    // What could not be read is tried again even if nothing changes.
    this.#stamp = '';
  }
}
