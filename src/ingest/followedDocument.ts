import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { JsonObject } from '../agents/adapter';
import type { TailState } from './fileTail';
import { Followed, type FollowedOptions } from './followed';
import { hasPassed } from './hasPassed';
import { LARGEST_DOCUMENT, parseDocument } from './jsonDocument';
import { CLOCK_TICK, guarded, identity, openFile, statFile, UnreadableFile } from './regularFile';

/** A text that is no JSON may be half-written for so long, in milliseconds, before it is called damaged. */
const MAY_BE_HALF_WRITTEN = 5000;
/** A document is read whole each time: so many bytes a millisecond on the average at most. */
const BYTES_PER_MILLISECOND = 4096;

/**
 * One followed file that is a single JSON value and is rewritten whole, in place or by another file under its name. The
 * reader is given the whole of it each time that it changed, and tells what is new.
 */
export class FollowedDocument extends Followed {
  override readonly stored = 'document';
  readonly #largest: number;
  #state: TailState = 'following';
  #size = 0;
  #modified: number | null = null;
  #stamp = '';
  #readStamp = '';
  #digest = '';
  #noJson: { readonly stamp: string; readonly since: number } | null = null;
  #isSettled = false;
  #isUnread = false;
  #wasRead = false;
  #readAt = Number.NEGATIVE_INFINITY;

  /** @param largest so many bytes at most; a larger document is not read */
  constructor(options: FollowedOptions, largest = LARGEST_DOCUMENT) {
    super(options, true);
    this.#largest = largest;
  }

  override get state(): TailState {
    return this.#state;
  }

  override get unread(): number {
    return this.#isUnread ? this.#size : 0;
  }

  override get modified(): number | null {
    return this.#modified;
  }

  override get isDue(): boolean {
    const mayBeRead = hasPassed(this.#readAt, this.options.now(), this.#size / BYTES_PER_MILLISECOND);
    return mayBeRead && super.isDue;
  }

  override async check(): Promise<void> {
    this.lookedAt = this.options.now();
    try {
      const stats = await statFile(this.path, 'refuse');
      this.#size = Number(stats.size);
      this.#modified = Number(stats.mtimeMs);
      this.#stamp = stampOf(stats);
      this.#state = this.#size > this.#largest ? 'too-large' : this.#stateOfText();
      this.#isUnread = this.#state === 'following' && this.#size > 0 && this.#stamp !== this.#readStamp;
      const seen = { position: 0, unread: this.#size, modified: this.#modified };
      this.liveness.seen({ ...seen, born: Number(stats.birthtimeMs) }, this.lookedAt);
    } catch (error) {
      this.#failed(error);
    }
  }

  override async refill(): Promise<void> {
    if (!this.#isUnread || this.feed.hasNext) return;
    this.#isUnread = false;
    try {
      const bytes = await this.#read();
      // It changed while it was read: the next check tells.
      if (bytes === null) return;
      const digest = createHash('sha256').update(bytes).digest('base64');
      const record = digest === this.#digest ? null : parseDocument(bytes);
      if (record !== null) this.#push(record);
      else if (digest !== this.#digest) {
        if (this.#noJson?.stamp !== this.#stamp)
          this.#noJson = { stamp: this.#stamp, since: this.options.now() };
        return;
      }
      this.#noJson = null;
      this.#digest = digest;
      this.#readAt = this.options.now();
      if (this.#isSettled) this.#readStamp = this.#stamp;
    } catch (error) {
      this.#failed(error);
    }
  }

  #push(record: JsonObject): void {
    this.arrived = this.liveness.arrived(this.#wasRead ? this.liveness.settledBytes : 0);
    this.#wasRead = true;
    this.feed.touch();
    this.feed.push(record, 1);
  }

  /** A text that is no JSON is tried again for a while, in case its writer is at it, and then once it changes. */
  #stateOfText(): TailState {
    if (this.#noJson?.stamp !== this.#stamp) return 'following';
    return hasPassed(this.#noJson.since, this.lookedAt, MAY_BE_HALF_WRITTEN) ? 'damaged' : 'following';
  }

  /** The whole text; null where it changed meanwhile. */
  async #read(): Promise<Buffer | null> {
    const file = await openFile(this.path, 'refuse');
    try {
      return await guarded(async () => {
        const openedAt = Date.now();
        const bytes = Buffer.allocUnsafe(this.#size);
        let length = 0;
        for (let more = 1; more > 0 && length < bytes.length; length += more) {
          more = (await file.read(bytes, length, bytes.length - length, length)).bytesRead;
        }
        const stats = await file.stat({ bigint: true });
        this.#isSettled = openedAt - Number(stats.ctimeMs) > CLOCK_TICK;
        return stampOf(stats) === this.#stamp ? bytes.subarray(0, length) : null;
      });
    } finally {
      await file.close();
    }
  }

  #failed(error: unknown): void {
    if (!(error instanceof UnreadableFile)) throw error;
    this.#state = error.reason;
    this.#isUnread = false;
  }
}

function stampOf(stats: BigIntStats): string {
  return `${identity(stats)}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
}
