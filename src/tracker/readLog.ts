import { Recent } from './recent';
import type { ReadRecord } from './views';

/** What keeps the number of its last read: an actor, or its ledger of a file. */
export interface Reader {
  /** -1: none. */
  lastRead: number;
}

/** The last reads of a session, each with the one before it of the same actor, and of the same actor and file. */
export class ReadLog {
  readonly #most: number;
  #reads: Recent<ReadRecord>;
  #before: { readonly actor: Recent<number>; readonly file: Recent<number> };

  /** @param most reads that are kept */
  constructor(most: number) {
    this.#most = most;
    this.#reads = new Recent(most);
    this.#before = { actor: new Recent(most), file: new Recent(most) };
  }

  copy(): ReadLog {
    const copy = new ReadLog(this.#most);
    copy.#reads = this.#reads.copy();
    copy.#before = { actor: this.#before.actor.copy(), file: this.#before.file.copy() };
    return copy;
  }

  push(read: ReadRecord, actor: Reader, file: Reader): void {
    this.#before.actor.push(actor.lastRead);
    this.#before.file.push(file.lastRead);
    const number = this.#reads.push(read);
    actor.lastRead = number;
    file.lastRead = number;
  }

  /** Reads that are held, which may be more than are told. */
  get size(): number {
    return this.#reads.size;
  }

  /** Oldest first. */
  items(): readonly ReadRecord[] {
    return this.#reads.items();
  }

  /** The last read, and those before it of the same actor, or of the same actor and file; as far as they are kept. */
  *backFrom({ lastRead }: Reader, of: 'actor' | 'file'): Generator<ReadRecord> {
    for (let number = lastRead; ; number = this.#before[of].at(number) ?? -1) {
      const read = this.#reads.at(number);
      if (read === undefined) return;
      yield read;
    }
  }
}
