import type { RowParse } from '../agents/adapter';
import type { AgentEvent } from '../tracker/event';
import { FileTail, SLICE_BYTES, type TailState } from './fileTail';
import { Followed, type FollowedOptions } from './followed';
import { JsonLines } from './jsonLines';
import type { Pace } from './pace';
import type { Symlinks } from './regularFile';

const SLICES_AT_ONCE = 4;

export interface FollowedFileOptions extends FollowedOptions {
  readonly symlinks: Symlinks;
  /** Of the agent whose transcript it is; `JSON.parse` if absent. */
  readonly parse?: RowParse | undefined;
  /**
   * What a file is that starts again. `same`: the same sessions, so what is known of them by its time is passed over
   * (calls are passed on: they count once). `new`: sessions of their own, for lines without call ids and times that no
   * one could tell from the old ones.
   */
  readonly restarts: 'same' | 'new';
}

/** One followed file of JSON lines from bytes to events, in the order of the file. */
export class FollowedFile extends Followed<FollowedFileOptions> {
  override readonly stored = 'lines';
  readonly #tail: FileTail;
  #lines: JsonLines;
  #generation = 1;
  /** Latest time of all events before a restart. */
  #knownUntil: number | null = null;

  constructor(options: FollowedFileOptions) {
    super(options, options.restarts === 'same');
    this.#lines = new JsonLines(options.parse);
    this.#tail = new FileTail(options.path, options.symlinks);
  }

  override get state(): TailState {
    return this.#tail.state;
  }

  override get unread(): number {
    return this.#tail.unread;
  }

  override get modified(): number | null {
    return this.#tail.modified;
  }

  override async check(): Promise<void> {
    const change = await this.#tail.check();
    if (change === 'restarted') this.#restart();
    if (this.#tail.state === 'following') this.liveness.seen(this.#tail, this.options.now());
    this.lookedAt = this.options.now();
  }

  override async refill(pace: Pace): Promise<void> {
    for (let slices = 0; slices < SLICES_AT_ONCE && !this.feed.hasNext && this.unread > 0; slices++) {
      const toSettled = this.liveness.settledBytes - this.#tail.position;
      this.arrived = this.liveness.arrived(this.#tail.position);
      const bytes = await this.#tail.read(toSettled > 0 ? toSettled : SLICE_BYTES);
      if (bytes === null) return;
      this.feed.touch();
      this.#lines.push(bytes);
      for (let line = this.#lines.next(); line !== null; line = this.#lines.next()) {
        this.feed.push(line.record, line.line);
        await pace.rest();
      }
    }
  }

  /** See `FileTail.isSameAs`. */
  override isSameAs(path: string): Promise<boolean> {
    return this.#tail.isSameAs(path);
  }

  override release(): Promise<void> {
    return this.#tail.release();
  }

  /** Whether the event was given before a restart: calls are told by their ids later, everything else by its time. */
  protected override isKnown(event: AgentEvent): boolean {
    if (this.#knownUntil === null || event.call !== null) return false;
    return event.time === null ? this.arrived === 'settled' : event.time <= this.#knownUntil;
  }

  #restart(): void {
    const { latest } = this.feed;
    this.#lines = new JsonLines(this.options.parse);
    if (this.options.restarts === 'same') this.#knownUntil = latest;
    else this.#generation++;
    this.liveness.restarted(latest ?? this.lookedAt);
    this.feed.restart(this.options.reader(this.#generation));
  }
}
