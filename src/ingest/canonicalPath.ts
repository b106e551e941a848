import nodePath, { type PlatformPath } from 'node:path';
import { LONGEST_PATH } from '../text/path';
import { askDisk, askDiskSync, type DiskAnswer, type DiskQuestion } from './pathDisk';
import { TimedCache } from './timedCache';

/** No file needs a deeper one. */
const DEEPEST_PATH = 256;

const MOST_FORMS = 8;

const CACHED_PATHS = 20_000;

export interface CanonicalPathsOptions {
  readonly now: () => number;
  /** Milliseconds an answer of the disk is believed. */
  readonly lifetime: number;
  /** How paths are written; the platform's own way by default. */
  readonly style?: PlatformPath;
  readonly askSync?: (question: DiskQuestion) => DiskAnswer;
  readonly ask?: (question: DiskQuestion) => Promise<DiskAnswer>;
}

/**
 * The one name of a file: symlinks resolved as far as the path exists, `.` and `..` resolved, case folded in folders
 * that do not tell case apart (asked of each folder, since one machine can have both kinds).
 *
 * Never throws. Paths that are not absolute, that no file system could open, or that lead to another machine
 * (`\\server\share`: asking would send the user's credentials there) are only normalised.
 */
export class CanonicalPaths {
  readonly #style: PlatformPath;
  readonly #askSync: (question: DiskQuestion) => DiskAnswer;
  readonly #ask: (question: DiskQuestion) => Promise<DiskAnswer>;
  readonly #paths: TimedCache<string>;
  readonly #foldsCase: TimedCache<boolean>;

  constructor({
    now,
    lifetime,
    style = nodePath,
    askSync = askDiskSync,
    ask = askDisk,
  }: CanonicalPathsOptions) {
    this.#style = style;
    this.#askSync = askSync;
    this.#ask = ask;
    this.#paths = new TimedCache(now, lifetime, CACHED_PATHS);
    this.#foldsCase = new TimedCache(now, lifetime, CACHED_PATHS);
  }

  /** For the command line: waits for the disk. */
  sync(path: string): string {
    const cached = this.#paths.get(path);
    if (cached !== undefined) return cached;
    const steps = this.#resolve(path);
    let step = steps.next();
    while (step.done !== true) step = steps.next(this.#askSync(step.value));
    this.#paths.set(path, step.value);
    return step.value;
  }

  async resolve(path: string): Promise<string> {
    const cached = this.#paths.get(path);
    if (cached !== undefined) return cached;
    const steps = this.#resolve(path);
    let step = steps.next();
    while (step.done !== true) step = steps.next(await this.#ask(step.value));
    this.#paths.set(path, step.value);
    return step.value;
  }

  *#resolve(path: string): Generator<DiskQuestion, string, DiskAnswer> {
    if (!this.#style.isAbsolute(path)) return path;
    const lexical = normalForm(path, this.#style);
    if (!this.#mayAsk(lexical)) return this.#style.sep === '\\' ? lexical.toLowerCase() : lexical;

    let existing = lexical;
    const rest: string[] = [];
    let real = yield { ask: 'realpath', path: existing };
    while (real === null) {
      const parent = this.#style.dirname(existing);
      if (parent === existing) break;
      rest.unshift(this.#style.basename(existing));
      existing = parent;
      real = yield { ask: 'realpath', path: existing };
    }
    return yield* this.#fold(withoutDevicePrefix(real ?? existing), rest);
  }

  /** Folds case name by name: each folder decides for the names in it, a name that does not exist for itself. */
  *#fold(real: string, rest: readonly string[]): Generator<DiskQuestion, string, DiskAnswer> {
    const { root } = this.#style.parse(real);
    const existing = real.slice(root.length).split(this.#style.sep).filter(Boolean);
    let folder = root;
    let canonical = this.#style.sep === '\\' ? root.toLowerCase() : root;
    let folds = this.#style.sep === '\\';
    for (const [depth, name] of [...existing, ...rest].entries()) {
      folds = yield* this.#foldsNames(folder, depth < existing.length ? name : null, folds);
      folder = this.#style.join(folder, name);
      canonical = this.#style.join(canonical, folds ? name.toLowerCase() : name);
    }
    return canonical;
  }

  /**
   * Whether a folder takes names without regard to case: it does if a name in it, written in the other case, leads to
   * the same file. Without such a name the folder is like its parent.
   */
  *#foldsNames(
    folder: string,
    name: string | null,
    inherited: boolean,
  ): Generator<DiskQuestion, boolean, DiskAnswer> {
    const known = this.#foldsCase.get(folder);
    if (known !== undefined) return known;
    const other = name === null ? null : swapCase(name);
    if (name === null || other === name || other === null) return inherited;
    const own = yield { ask: 'identity', path: this.#style.join(folder, name) };
    if (own === null) return inherited;
    const folds = own === (yield { ask: 'identity', path: this.#style.join(folder, other) });
    this.#foldsCase.set(folder, folds);
    return folds;
  }

  #mayAsk(path: string): boolean {
    if (path.includes('\0') || path.length > LONGEST_PATH) return false;
    if (this.#style.sep === '\\' && path.startsWith('\\\\')) return false;
    return path.split(this.#style.sep, DEEPEST_PATH + 1).length <= DEEPEST_PATH;
  }
}

/** Once is not enough for what looks like a device (`\\?\.`): each time the result is taken for something else. */
function normalForm(path: string, style: PlatformPath): string {
  let form = path;
  for (let times = 0; times < MOST_FORMS; times++) {
    const next = withoutLastSeparator(style.normalize(form), style);
    if (next === form) break;
    form = next;
  }
  return form;
}

function withoutLastSeparator(path: string, style: PlatformPath): string {
  return path.length > style.parse(path).root.length && path.endsWith(style.sep) ? path.slice(0, -1) : path;
}

/** `\\?\C:\a` is `C:\a`. */
function withoutDevicePrefix(path: string): string {
  return /^\\\\\?\\[a-z]:\\/i.test(path) ? path.slice(4) : path;
}

/** ASCII letters only: file systems disagree about the others. */
function swapCase(name: string): string {
  return name.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}
