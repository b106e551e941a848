import type { RowLayout } from '../agents/transcripts';
import { databaseStamp } from './databaseStamp';
import type { TailState } from './fileTail';
import { Followed, type FollowedOptions } from './followed';
import type { Pace } from './pace';
import { UnreadableFile } from './regularFile';
import type { RowStore } from './rowStore';

export interface FollowedRowsOptions extends FollowedOptions {
  readonly store: RowStore;
  readonly layout: RowLayout;
  readonly session: string;
  /** When the session last changed, in milliseconds since the epoch. */
  readonly modified: number;
}

/** The rows of one session in a database that its agent writes to. */
export class FollowedRows extends Followed<FollowedRowsOptions> {
  override readonly stored = 'rows';
  #state: TailState = 'following';
  #stamp = '';
  #mark: string | null = null;
  #row = 0;
  #modified: number;
  #isUnread = false;
  /** The rows that were there when it was first looked at are read. */
  #wasRead = false;

  constructor(options: FollowedRowsOptions) {
    super(options, true);
    this.#modified = options.modified;
  }

  override get state(): TailState {
    return this.#state;
  }

  override get unread(): number {
    return this.#isUnread ? 1 : 0;
  }

  /** When rows of the session last came. */
  override get modified(): number {
    return this.#modified;
  }

  /** Rows may be new where the database or its journal changed. */
  override async check(): Promise<void> {
    this.lookedAt = this.options.now();
    if (this.#state === 'no-sqlite') return;
    try {
      const { text, modified } = await databaseStamp(this.path);
      if (text !== this.#stamp) this.#isUnread = true;
      this.#stamp = text;
      this.liveness.seen({ position: 0, unread: 1, modified, born: null }, this.lookedAt);
      this.#state = 'following';
    } catch (error) {
      this.#failed(error);
    }
  }

  override async refill(pace: Pace): Promise<void> {
    if (!this.#isUnread || this.feed.hasNext) return;
    const { store, path, layout, session, now } = this.options;
    try {
      const { records, mark, hasMore } = await store.changes(path, layout, session, this.#mark);
      this.#mark = mark;
      this.#isUnread = hasMore;
      this.arrived = this.liveness.arrived(this.#wasRead ? this.liveness.settledBytes : 0);
      if (records.length > 0 && this.#wasRead) this.#modified = now();
      if (!hasMore) this.#wasRead = true;
      if (records.length === 0) return;
      this.feed.touch();
      for (const record of records) {
        this.feed.push(record, ++this.#row);
        await pace.rest();
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    if (!(error instanceof UnreadableFile)) throw error;
    this.#state = error.reason;
    this.#isUnread = false;
    // What could not be read is tried again even if nothing changes.
    this.#stamp = '';
  }
}
