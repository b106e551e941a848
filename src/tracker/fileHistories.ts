import { Generations } from '../text/generations';
import { FileHistory } from './fileHistory';
import type { FileVersion } from './fileVersion';
import { MOST_OLD_LINES } from './limits';

/** What a version takes beside its lines, as if it were lines. */
const LINES_OF_VERSION = 32;

interface Retired {
  readonly history: FileHistory;
  readonly version: FileVersion;
  readonly lines: number;
}

/** The files of one source, each with its versions. Bounded. */
export class FileHistories {
  readonly #most: number;
  readonly #files: Generations<string, FileHistory>;
  /** Versions that are not current any more, in the order they stopped to be; those before `#next` are forgotten. */
  #retired: Retired[] = [];
  #next = 0;
  #retiredLines = 0;
  /** The histories that these are a copy of: a file is copied once it is about to change. */
  #original: FileHistories | null = null;
  #copied: (from: FileHistory, to: FileHistory) => void = () => undefined;

  /**
   * @param most files that are kept
   * @param forgotten called with the files, by path, that are not kept any longer
   */
  constructor(most: number, forgotten: (gone: ReadonlyMap<string, unknown>) => void) {
    this.#files = new Generations<string, FileHistory>(most, forgotten);
    this.#most = most;
  }

  /** @param copied called for each file, just before it changes for the first time */
  copy(copied: (from: FileHistory, to: FileHistory) => void): FileHistories {
    const copy = new FileHistories(this.#most, () => undefined);
    copy.#original = this;
    copy.#copied = copied;
    return copy;
  }

  /** What is known of a file, if anything; to be looked at only. */
  peek(path: string): FileHistory | undefined {
    return this.#files.peek(path) ?? this.#original?.peek(path);
  }

  /** The same, to be changed. */
  known(path: string): FileHistory | undefined {
    return this.peek(path) === undefined ? undefined : this.of(path);
  }

  of(path: string): FileHistory {
    const known = this.#files.get(path) ?? this.#copyOf(path);
    if (known !== undefined) return known;
    const history = new FileHistory(path, this.#retire);
    this.#files.set(path, history);
    return history;
  }

  #copyOf(path: string): FileHistory | undefined {
    const original = this.#original?.peek(path);
    if (original === undefined) return undefined;
    const copy = original.copy();
    this.#files.set(path, copy);
    this.#copied(original, copy);
    return copy;
  }

  readonly #retire = (version: FileVersion, history: FileHistory): void => {
    // Where no line is known, there is nothing to be forgotten; a file keeps few versions.
    if (version.knownLines === 0) return;
    const lines = version.knownLines + LINES_OF_VERSION;
    this.#retired.push({ history, version, lines });
    this.#retiredLines += lines;
    while (this.#retiredLines > MOST_OLD_LINES) {
      const oldest = this.#retired[this.#next++];
      if (oldest === undefined) break;
      this.#retiredLines -= oldest.lines;
      oldest.history.forget(oldest.version);
    }
    if (this.#next > this.#retired.length / 2) {
      this.#retired = this.#retired.slice(this.#next);
      this.#next = 0;
    }
  };
}
