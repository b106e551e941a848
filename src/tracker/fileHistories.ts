import { dropFirst } from '../text/maps';
import { FileHistory } from './fileHistory';
import type { FileVersion } from './fileVersion';
import { MOST_FILES, MOST_OLD_LINES } from './limits';

/** The files of one source, each with its versions. Bounded. */
export class FileHistories {
  /** In order of use: the one that was not used for longest comes first. */
  readonly #files = new Map<string, FileHistory>();
  /** Versions that are not current, in the order they stopped to be. */
  readonly #retired: {
    readonly history: FileHistory;
    readonly version: FileVersion;
    readonly lines: number;
  }[] = [];
  #retiredLines = 0;
  readonly #forgotten: (path: string) => void;

  /** @param forgotten called for a file that is not kept any longer */
  constructor(forgotten: (path: string) => void) {
    this.#forgotten = forgotten;
  }

  /** What is known of a file, if anything. */
  get(path: string): FileHistory | undefined {
    return this.#files.get(path);
  }

  of(path: string): FileHistory {
    const known = this.#files.get(path);
    if (known !== undefined) {
      if (this.#files.size >= MOST_FILES) {
        this.#files.delete(path);
        this.#files.set(path, known);
      }
      return known;
    }
    const history: FileHistory = new FileHistory(path, (version) => this.#retire(history, version));
    this.#files.set(path, history);
    if (this.#files.size > MOST_FILES) this.#forgotten(dropFirst(this.#files) ?? '');
    return history;
  }

  #retire(history: FileHistory, version: FileVersion): void {
    const lines = version.knownLines;
    this.#retired.push({ history, version, lines });
    this.#retiredLines += lines;
    while (this.#retiredLines > MOST_OLD_LINES && this.#retired.length > 1) {
      const oldest = this.#retired.shift();
      if (oldest === undefined) break;
      this.#retiredLines -= oldest.lines;
      oldest.history.forget(oldest.version);
    }
  }
}
