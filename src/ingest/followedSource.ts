import type { RecordReader } from '../agents/adapter';
import type { FollowedFileState } from './diagnostics';
import type { Followed } from './followed';
import { FollowedDocument } from './followedDocument';
import { FollowedFile, type FollowedFileOptions } from './followedFile';
import { FollowedGroup } from './followedGroup';
import { FollowedRows } from './followedRows';
import { type FoundFile, keyOf } from './foundFile';
import type { Pace } from './pace';
import type { FoundEvent } from './recordFeed';
import type { RowStore } from './rowStore';

const MOST_SESSIONS = 10_000;

export interface FollowedSourceOptions extends Omit<FollowedFileOptions, 'path' | 'reader' | 'wasThere'> {
  readonly source: string;
  readonly reader: (path: string, generation: number) => RecordReader;
  /** Missing: databases are not read. */
  readonly rows?: RowStore | undefined;
}

/** One agent's session, or one workspace log, as it is followed. */
export class FollowedSource {
  /** When one of its files was last changed, as far as that is known without looking. */
  modified: number;
  /** Everything that was there when it was first looked at has been read. */
  isCaughtUp = false;
  readonly #options: FollowedSourceOptions;
  readonly #group = new FollowedGroup();
  readonly #sessions = new Set<string>();
  #isOpen = false;

  constructor(options: FollowedSourceOptions, modified: number) {
    this.#options = options;
    this.modified = modified;
  }

  get source(): string {
    return this.#options.source;
  }

  get isLog(): boolean {
    return this.#options.restarts === 'new';
  }

  get hasMore(): boolean {
    return this.#group.hasMore;
  }

  get paths(): readonly string[] {
    return Array.from(this.#group.files, ({ path }) => path);
  }

  /** @param wereThere when following began */
  follow(files: readonly FoundFile[], wereThere: boolean): void {
    for (const file of files) {
      const key = keyOf(file);
      if (this.#group.has(key)) continue;
      const followed = this.#open(file, wereThere);
      if (followed !== null) this.#group.add(key, followed);
    }
  }

  #open(file: FoundFile, wasThere: boolean): Followed | null {
    const { path } = file;
    const { rows } = this.#options;
    const reader = (generation: number) => this.#options.reader(path, generation);
    const options = { ...this.#options, path, wasThere, reader };
    switch (file.stored) {
      case 'lines':
        return new FollowedFile(options);
      case 'document':
        return new FollowedDocument(options);
      case 'rows':
        return rows === undefined ? null : new FollowedRows({ ...options, ...file, store: rows });
    }
  }

  /** @param all files that were silent for long and looked at a moment ago too */
  async check(all: boolean): Promise<void> {
    await this.#group.check(all);
    this.#isOpen = true;
    this.modified = Math.max(this.modified, this.#group.modified);
  }

  /** The next events, at most `most`; perhaps none, although there is more to be read. */
  async read(most: number, pace: Pace): Promise<FoundEvent[]> {
    const found = await this.#group.read(most, pace);
    for (const { event } of found) {
      if (this.#sessions.size < MOST_SESSIONS) this.#sessions.add(event.session);
    }
    return found;
  }

  flush(silence: number): void {
    this.#group.flush(silence);
  }

  /** Gives the open files back to the system; following goes on. */
  async release(): Promise<void> {
    if (this.#isOpen) await this.#group.release();
    this.#isOpen = false;
  }

  /** Whether another file holds what was read here and nothing else. */
  async holds(path: string): Promise<boolean> {
    for (const file of this.#group.files) if (await file.isSameAs(path)) return true;
    return false;
  }

  states(): FollowedFileState[] {
    return Array.from(this.#group.files, (file) => ({
      source: this.source,
      path: file.path,
      stored: file.stored,
      state: file.state,
      records: file.records,
      skipped: file.skipped.count,
      firstSkipped: file.skipped.first,
      sessions: this.#sessions.size,
      unread: file.unread,
      modified: file.modified,
    }));
  }
}
