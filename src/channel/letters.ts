import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseVerdict } from '../agents/hooks/message';
import type { HookVerdict } from '../agents/hooks/report';
import { field, isObject } from '../agents/json';
import { type Asked, GOT, isDecided, messageTo, outcome, type Question } from './asked';
import { LARGEST_ANSWER } from './limits';
import { parseJson } from './parseJson';
import { processBirth } from './processBirth';
import { lettersFolder, type WindowEntry } from './registry';

/**
 * Letters are files in a folder that a window watches. They say what a connection would, and are there because a
 * companion that loads no code for connections costs an agent less at each call than a Node that does nothing but read
 * its input.
 */
export const LETTER = { written: '.tmp', sent: '.in', answer: '.out', got: '.got' } as const;

/** The other side is told of a file, or finds it, as soon as there is one: it must be whole by then. */
export function putLetter(path: string, text: string): void {
  const written = path + LETTER.written;
  writeFileSync(written, text, { flag: 'wx', mode: 0o600 });
  renameSync(written, path);
}

/** How often is looked for an answer, in ms: first, and after so many looks. */
const LOOK = 0.25;
const LOOK_LATER = 1;
const EAGER = 60;

/**
 * As `askWindows`, by letters, and without a pause in which anything else could run.
 * Null where they cannot all be asked so.
 */
export function askByLetters(
  userFolder: string,
  windows: readonly WindowEntry[],
  agent: string,
  hook: string,
  within: number,
): Asked | null {
  if (!windows.every(takesLetters)) return null;
  const letters: Letter[] = [];
  try {
    for (const window of windows)
      letters.push(new Letter(lettersFolder(userFolder, window.id), messageTo(window, agent, hook)));
  } catch {
    for (const letter of letters) letter.withdraw();
    return null; // Somebody cleaned up: the window will see to it.
  }
  const end = process.uptime() + within / 1000;
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (let looks = 0; !isDecided(letters) && process.uptime() < end; looks++) {
    Atomics.wait(sleeper, 0, 0, looks < EAGER ? LOOK : LOOK_LATER);
    for (const letter of letters) letter.look();
  }
  // One that was only not waited for, since another had something to say, is still to hear of it.
  const isDone = isDecided(letters);
  for (const letter of letters) if (!isDone || letter.verdict !== null) letter.withdraw();
  return outcome(letters);
}

/** Whether the window says that it does, and its process is the one that said it. */
function takesLetters({ pid, born }: WindowEntry): boolean {
  return born !== undefined && born === processBirth(pid);
}

class Letter implements Question {
  verdict: HookVerdict | null = null;
  isHeard = false;
  readonly #path: string;

  /** @throws where it cannot be sent */
  constructor(folder: string, message: string) {
    this.#path = join(folder, Math.random().toString(36).slice(2));
    putLetter(this.#path + LETTER.sent, message);
  }

  look(): void {
    if (this.verdict !== null) return;
    const file = this.#path + LETTER.answer;
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return;
    const answer =
      stats.isFile() && stats.size <= LARGEST_ANSWER ? parseJson(readFileSync(file, 'utf8')) : undefined;
    this.isHeard = isObject(answer) && field(answer, 'v') === 1;
    this.verdict = parseVerdict(answer);
    rmSync(file, { force: true, recursive: true });
  }

  /** Takes it back where the window did not take it. */
  withdraw(): void {
    if (!this.isHeard) rmSync(this.#path + LETTER.sent, { force: true });
  }

  end(isPassedOn: boolean): void {
    if (isPassedOn) putLetter(this.#path + LETTER.got, GOT);
  }
}
