import {
  closeSync,
  constants,
  existsSync,
  type FSWatcher,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../text/errors';
import { platformOf } from '../text/platform';
import { LETTER, putLetter } from './letters';
import { LARGEST_MESSAGE, REQUEST_WITHIN } from './limits';
import type { Reception, Reply } from './reception';
import { makePrivateFolder } from './registry';

const NAME = /^([0-9a-z]{1,16})(\.in|\.got)$/;
/** A look whether the folder is watched at all: not every file system tells, ms. */
const TRIAL_WITHIN = 1000;
const TRIAL = 'trial';
/** For a letter that is not understood; its sender is not to wait for more. */
const NOT_UNDERSTOOD = '{}';

/**
 * A window's folder of letters: takes each one that comes, and puts its answer beside it. For Linux, where a watched
 * folder tells at once; on macOS it takes longer than a connection costs.
 */
export class LetterBox {
  readonly #folder: string;
  readonly #reception: Reception;
  /** Answers that may be confirmed or not be fetched yet. */
  readonly #open = new Map<string, { readonly reply: Reply | null; readonly timer: NodeJS.Timeout }>();
  #watcher: FSWatcher | null = null;
  #onTrial: (() => void) | null = null;

  /** @param folder absolute, this window's alone */
  constructor(folder: string, reception: Reception) {
    this.#folder = folder;
    this.#reception = reception;
  }

  /** Resolves with whether letters are taken from now on. */
  async open(platform: NodeJS.Platform = process.platform): Promise<boolean> {
    if (!platformOf(platform).takesLetters) return false;
    try {
      makePrivateFolder(this.#folder);
      this.#watcher = watch(this.#folder, { persistent: false }, (_, name) => this.#changed(name));
    } catch (error) {
      // The system lets nobody watch more.
      if (!['ENOSPC', 'EMFILE', 'ENFILE'].includes(errorCode(error) ?? '')) this.#reception.fault(error);
      this.close();
      return false;
    }
    this.#watcher.on('error', (error) => this.#reception.fault(error));
    const isTold = await this.#trial();
    if (!isTold) this.close();
    return isTold;
  }

  /** Whether it can still be found: somebody may have cleaned up. */
  isThere(): boolean {
    return existsSync(this.#folder);
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = null;
    for (const { timer } of this.#open.values()) clearTimeout(timer);
    this.#open.clear();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #trial(): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isTold: boolean) => {
        clearTimeout(timer);
        this.#onTrial = null;
        rmSync(join(this.#folder, TRIAL), { force: true });
        resolve(isTold);
      };
      const timer = setTimeout(() => end(false), TRIAL_WITHIN);
      this.#onTrial = () => end(true);
      writeFileSync(join(this.#folder, TRIAL), '');
    });
  }

  #changed(name: string | null): void {
    if (this.#watcher === null) return;
    if (name === TRIAL) this.#onTrial?.();
    // Without a name too much happened at once to be told.
    const names = name === null ? namesIn(this.#folder) : [name];
    for (const each of names) {
      const [, letter, ending] = NAME.exec(each) ?? [];
      if (letter === undefined) continue;
      const text = this.#take(each);
      if (text === null) continue;
      if (ending === LETTER.sent) void this.#answer(letter, text);
      else this.#confirmed(letter, text);
    }
  }

  /** What a file says, which is then gone; null for what is no letter. */
  #take(name: string): string | null {
    const path = join(this.#folder, name);
    try {
      const text = readLetter(path);
      rmSync(path, { force: true });
      return text;
    } catch (error) {
      // Its own going away is told too.
      if (errorCode(error) !== 'ENOENT') this.#reception.fault(error);
      return null;
    }
  }

  async #answer(letter: string, text: string): Promise<void> {
    const reply = this.#reception.admits() ? await this.#reception.answer(text) : null;
    if (this.#watcher === null || this.#open.has(letter)) return;
    const answer = join(this.#folder, letter + LETTER.answer);
    const timer = setTimeout(() => {
      this.#open.delete(letter);
      rmSync(answer, { force: true });
    }, REQUEST_WITHIN);
    this.#open.set(letter, { reply, timer });
    try {
      putLetter(answer, reply?.text ?? NOT_UNDERSTOOD);
    } catch (error) {
      this.#reception.fault(error);
    }
  }

  #confirmed(letter: string, word: string): void {
    const open = this.#open.get(letter);
    if (open === undefined) return;
    clearTimeout(open.timer);
    this.#open.delete(letter);
    open.reply?.confirm(word);
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Text of a letter of this user's own; an empty one where it is too large or is no file. @throws where there is none */
function readLetter(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    const isLetter = stats.isFile() && stats.size <= LARGEST_MESSAGE && stats.uid === process.getuid?.();
    return isLetter ? readFileSync(file, 'utf8') : '';
  } finally {
    closeSync(file);
  }
}
