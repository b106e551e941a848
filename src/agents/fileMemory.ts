import type { Hunk } from '../tracker/event';
import { HashList } from './hashList';

const MOST_FILES = 300;
const MOST_LINES_KEPT = 500_000;

/** What is known of one file's current content: hashes of some of its lines. */
export interface KnownFile {
  /** Hash of a line, undefined where it is not known. */
  at(line: number): number | undefined;
  /** Number of lines, null where it is not known. */
  readonly total: number | null;
  /** Nothing has happened since the total was seen that may have changed it. */
  readonly isFresh: boolean;
  /** Highest line with a known hash; 0: none. */
  readonly highest: number;
}

/** Counts what may have changed files in ways that nobody sees. */
interface Clock {
  now: number;
}

class FileLines implements KnownFile {
  /** Hash of line n at n - 1. */
  lines = new HashList();
  readonly #clock: Clock;
  #total: number | null = null;
  #seen = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get total(): number | null {
    return this.#total;
  }

  set total(total: number | null) {
    this.#total = total;
    this.#seen = this.#clock.now;
  }

  get isFresh(): boolean {
    return this.#total !== null && this.#seen === this.#clock.now;
  }

  at(line: number): number | undefined {
    return this.lines.at(line - 1);
  }

  get highest(): number {
    return this.lines.length;
  }
}

/**
 * What a transcript has shown so far of the files it names, so that output without line numbers can be placed. Bounded:
 * the files longest not seen are forgotten, which loses places and never makes wrong ones.
 */
export class FileMemory {
  readonly #files = new Map<string, FileLines>();
  readonly #clock: Clock = { now: 0 };
  #kept = 0;

  /** Tells times apart between which files may have changed. */
  get time(): number {
    return this.#clock.now;
  }

  /** Something happened that may have changed any file: a program ran, or a file was written that has other names. */
  unsettle(): void {
    this.#clock.now++;
  }

  get(path: string): KnownFile | undefined {
    return this.#files.get(path);
  }

  /** Lines from `start` on were seen. Lines that contradict what is known make it another content. */
  saw(path: string, start: number, hashes: ArrayLike<number>, total: number | null): void {
    if (start < 1 || start + hashes.length > MOST_LINES_KEPT) {
      this.forget(path);
      return;
    }
    const file = this.#open(path);
    const isSameLength = total === null || file.total === null || total === file.total;
    if (!isSameLength || !file.lines.agreesWith(hashes, start - 1)) {
      file.lines = new HashList();
      file.total = null;
    }
    file.lines.set(hashes, start - 1);
    if (total !== null) file.total = total;
    this.#close(path, file);
  }

  /** The file's whole content was given. */
  wrote(path: string, hashes: ArrayLike<number>): void {
    if (hashes.length > MOST_LINES_KEPT) {
      this.forget(path);
      return;
    }
    const file = this.#open(path);
    file.lines = new HashList();
    file.lines.set(hashes, 0);
    file.total = hashes.length;
    this.#close(path, file);
  }

  /** Lines were replaced; `written` are the hashes of the new ones, in order. */
  edited(path: string, hunks: readonly Hunk[], written: ArrayLike<number>): void {
    if (hunks.some((hunk) => hunk.oldStart + hunk.newLines > MOST_LINES_KEPT)) {
      this.forget(path);
      return;
    }
    const file = this.#open(path);
    const lines = new HashList();
    let at = 0;
    let used = 0;
    let growth = 0;
    for (const { oldStart, oldLines, newLines } of hunks) {
      lines.append(file.lines, at, oldStart - 1);
      at = Math.max(at, oldStart - 1) + oldLines;
      lines.push(written, used, newLines);
      used += newLines;
      growth += newLines - oldLines;
    }
    lines.append(file.lines, at, file.lines.length);
    file.lines = lines;
    if (growth !== 0) this.unsettle();
    if (file.total !== null) file.total += growth;
    this.#close(path, file);
  }

  /** The content is another now, and nothing is known of it. */
  forget(path: string): void {
    this.#kept -= this.#files.get(path)?.lines.length ?? 0;
    this.#files.delete(path);
  }

  clear(): void {
    this.#files.clear();
    this.#kept = 0;
    this.unsettle();
  }

  #open(path: string): FileLines {
    const file = this.#files.get(path) ?? new FileLines(this.#clock);
    this.forget(path);
    return file;
  }

  #close(path: string, file: FileLines): void {
    this.#files.set(path, file);
    this.#kept += file.lines.length;
    for (const oldest of this.#files.keys()) {
      if (oldest === path || (this.#files.size <= MOST_FILES && this.#kept <= MOST_LINES_KEPT)) break;
      this.forget(oldest);
    }
  }
}
