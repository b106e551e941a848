import type { Followed } from './followed';
import type { Pace } from './pace';
import type { FoundEvent } from './recordFeed';

/**
 * Files that tell of one session together (an agent's transcript and those of its subagents), or a single log. What is
 * there to be read comes in the order of time, as well as that is possible without waiting for what may still come.
 */
export class FollowedGroup {
  readonly #files = new Map<string, Followed>();

  /** @param key which file of the group it is */
  add(key: string, file: Followed): void {
    this.#files.set(key, file);
  }

  has(key: string): boolean {
    return this.#files.has(key);
  }

  get files(): Iterable<Followed> {
    return this.#files.values();
  }

  get hasMore(): boolean {
    for (const file of this.#files.values()) if (file.hasMore) return true;
    return false;
  }

  /** When one of the files was last changed, in milliseconds since the epoch; 0 where that is not known. */
  get modified(): number {
    let modified = 0;
    for (const file of this.#files.values()) modified = Math.max(modified, file.modified ?? 0);
    return modified;
  }

  /** @param all those too that were silent for long and looked at a moment ago */
  async check(all: boolean): Promise<void> {
    for (const file of this.#files.values()) if (all || file.isDue) await file.check();
  }

  /** The next events, at most `most`; perhaps none, although there is more to be read. */
  async read(most: number, pace: Pace): Promise<FoundEvent[]> {
    const found: FoundEvent[] = [];
    while (found.length < most) {
      const first = await this.#first(pace);
      const event = first?.take();
      if (event === undefined) break;
      found.push(event);
      await pace.rest();
    }
    return found;
  }

  /** What the readers still hold of files that were silent for so many milliseconds. */
  flush(silence: number): void {
    for (const file of this.#files.values()) file.flush(silence);
  }

  async release(): Promise<void> {
    for (const file of this.#files.values()) await file.release();
  }

  /**
   * The file whose next event is the earliest; ties by the order in which the files were found. Undefined where that is
   * not known yet: a file has to be read on first.
   */
  async #first(pace: Pace): Promise<Followed | undefined> {
    let first: Followed | undefined;
    let earliest = Number.POSITIVE_INFINITY;
    for (const file of this.#files.values()) {
      if (file.nextTime === null && file.unread > 0) await file.refill(pace);
      const time = file.nextTime;
      if (time === null && file.unread > 0) return undefined;
      if (time === null || (first !== undefined && time >= earliest)) continue;
      first = file;
      earliest = time;
    }
    return first;
  }
}
