import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { ReadProof } from './readProof';
import {
  guarded,
  identity,
  openFile,
  type Symlinks,
  statFile,
  type Unreadable,
  UnreadableFile,
} from './regularFile';

/** Most bytes of one read: what follows from them is done before the next. */
export const SLICE_BYTES = 256 * 1024;

/** Nobody keeps more logs that were rotated. */
const MOST_FORMER = 100;

/** What became of a file since it was last looked at. */
export type Change = 'none' | 'grown' | 'restarted';

/** Which file it was, and what was read of it. */
interface KnownFile {
  readonly identity: string | null;
  readonly proof: ReadProof;
}

/** `following`: it could be looked at, and read if there was anything to read. */
export type TailState = 'following' | Unreadable;

/**
 * Follows one file byte by byte while others append to it, truncate it, put another in its place, delete it and bring it
 * back. Only ever reads: never makes, locks or changes it.
 *
 * `check` tells what happened; on `restarted` everything comes again from the first byte, and whoever reads must start
 * anew. `read` then gives slices until there is nothing more. Neither throws: an error becomes the state and is tried
 * again with the next check.
 *
 * What is in the file counts. Whoever rewrites a file with the same lines and more, in place or by a new file under its
 * name, continues it: so a file that is shorter than before is believed only when it is seen twice, and a file that was
 * replaced is compared as a whole. Bytes changed in the middle while the file grows in place are not seen.
 */
export class FileTail {
  readonly path: string;
  readonly #symlinks: Symlinks;
  #file: FileHandle | null = null;
  #identity: string | null = null;
  #stamp = '';
  #size = 0;
  #proof = new ReadProof();
  /** What was read before each restart, and of which file; the last of them first. */
  #former: readonly KnownFile[] = [];
  #gone = false;
  #shrunk = false;
  #state: TailState = 'following';
  #modified: number | null = null;
  #born: number | null = null;

  constructor(path: string, symlinks: Symlinks) {
    this.path = path;
    this.#symlinks = symlinks;
  }

  get state(): TailState {
    return this.#state;
  }

  /** Bytes read so far. */
  get position(): number {
    return this.#proof.bytes;
  }

  /** Bytes that are there and not read yet, when last looked at. */
  get unread(): number {
    return Math.max(0, this.#size - this.position);
  }

  /** When the file was last changed, in milliseconds since the epoch; null before the first look. */
  get modified(): number | null {
    return this.#modified;
  }

  /** When the file was made, in milliseconds since the epoch; 0 or null where that is not known. */
  get born(): number | null {
    return this.#born;
  }

  async check(): Promise<Change> {
    try {
      const stats = await statFile(this.path, this.#symlinks);
      const change = await this.#compare(stats);
      this.#state = 'following';
      return change;
    } catch (error) {
      return this.#failed(error);
    }
  }

  /** The next bytes, at most `most`; null where there are none for now. */
  async read(most = SLICE_BYTES): Promise<Buffer | null> {
    if (this.unread === 0) return null;
    try {
      return await guarded(async () => {
        const file = await this.#open();
        const slice = Buffer.allocUnsafe(Math.min(most, SLICE_BYTES, this.unread));
        const { bytesRead } = await file.read(slice, 0, slice.length, this.position);
        const bytes = slice.subarray(0, bytesRead);
        this.#proof.add(bytes);
        // It became shorter just now: the next check tells.
        if (bytesRead === 0) this.#size = this.position;
        return bytesRead === 0 ? null : bytes;
      });
    } catch (error) {
      await this.#failed(error);
      return null;
    }
  }

  /**
   * Whether another file holds what was read here and nothing else: this one under the name that a rotation gave it, a
   * copy of it, or a second name for it. Never throws.
   */
  async isSameAs(path: string): Promise<boolean> {
    try {
      const file = await openFile(path, this.#symlinks);
      try {
        return await guarded(async () => {
          const stats = await file.stat({ bigint: true });
          if ((await this.#presentIdentity()) === identity(stats)) return true;
          const now = { identity: this.#identity, proof: this.#proof };
          for (const known of [now, ...this.#former]) {
            if (await this.#holds(known, file, stats)) return true;
          }
          return false;
        });
      } finally {
        await file.close();
      }
    } catch (error) {
      if (error instanceof UnreadableFile) return false;
      throw error;
    }
  }

  /** Gives the open file back to the system; following goes on. */
  async release(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    // The file was only read: there is nothing that closing it could lose.
    await file?.close().catch(() => undefined);
  }

  async #compare(stats: BigIntStats): Promise<Change> {
    const replaced = this.#identity !== null && (this.#gone || this.#identity !== identity(stats));
    if (replaced) {
      // What was appended to the old file before another took its place is still to be read.
      if (await this.#hasUnreadRest()) return 'grown';
      await this.release();
    }
    const size = Number(stats.size);
    const stamp = `${size}:${stats.mtimeNs}:${stats.ctimeNs}`;
    const changed = replaced || stamp !== this.#stamp;
    if (changed && !replaced && size < this.position && !this.#shrunk) {
      this.#shrunk = true;
      this.#size = size;
      return 'none';
    }
    const restarts = changed && !(await this.#continues(size, replaced || this.#shrunk));
    if (restarts) {
      await this.release();
      const former = { identity: this.#identity, proof: this.#proof };
      this.#former = [former, ...this.#former].slice(0, MOST_FORMER);
      this.#proof = new ReadProof();
    }
    this.#gone = false;
    this.#shrunk = false;
    this.#identity = identity(stats);
    this.#stamp = stamp;
    this.#size = size;
    this.#modified = Number(stats.mtimeMs);
    this.#born = Number(stats.birthtimeMs);
    if (restarts) return 'restarted';
    return this.unread > 0 ? 'grown' : 'none';
  }

  /** Whether the file still starts with what was read of it. */
  async #continues(size: number, suspicious: boolean): Promise<boolean> {
    if (this.position === 0) return true;
    if (size < this.position) return false;
    return guarded(async () => {
      const file = await this.#open();
      return suspicious ? this.#proof.holdsAll(file) : this.#proof.holdsEnds(file);
    });
  }

  /**
   * Whether the file is one that was read here. A system gives the number of a deleted file to the next one that is made,
   * so what a file is does not show by that alone.
   */
  async #holds(known: KnownFile, file: FileHandle, stats: BigIntStats): Promise<boolean> {
    const { bytes } = known.proof;
    if (bytes === 0) return false;
    const size = Number(stats.size);
    return known.identity === identity(stats)
      ? size >= bytes && known.proof.holdsEnds(file)
      : size === bytes && known.proof.holdsAll(file);
  }

  /** Of the file that is there now; null where there is none. */
  async #presentIdentity(): Promise<string | null> {
    try {
      return identity(await statFile(this.path, this.#symlinks));
    } catch (error) {
      if (error instanceof UnreadableFile) return null;
      throw error;
    }
  }

  async #hasUnreadRest(): Promise<boolean> {
    const file = this.#file;
    if (file === null) return false;
    this.#size = (await guarded(() => file.stat())).size;
    return this.unread > 0;
  }

  async #open(): Promise<FileHandle> {
    this.#file ??= await openFile(this.path, this.#symlinks);
    return this.#file;
  }

  async #failed(error: unknown): Promise<Change> {
    if (!(error instanceof UnreadableFile)) throw error;
    this.#state = error.reason;
    if (error.reason === 'missing' || error.reason === 'not-a-file') {
      const rest = await this.#hasUnreadRest();
      if (this.#identity !== null) this.#gone = true;
      if (rest) return 'grown';
    }
    await this.release();
    this.#size = this.position;
    return 'none';
  }
}
