import { createConnection, type Socket } from 'node:net';
import { parseVerdict } from '../agents/hooks/message';
import type { HookVerdict } from '../agents/hooks/report';
import { field, isObject } from '../agents/json';
import { type Asked, GOT, isDecided, messageTo, outcome, type Question } from './asked';
import { LARGEST_ANSWER } from './limits';
import { LineReader } from './lineReader';
import { parseJson } from './parseJson';
import type { WindowEntry } from './registry';

/** Calls `end` once so many milliseconds are over; gives what takes that back. */
export type Countdown = (within: number, end: () => void) => () => void;

const byTheClock: Countdown = (within, end) => {
  const timer = setTimeout(end, within);
  return () => clearTimeout(timer);
};

/**
 * Tells windows of a hook, all at once, and gathers what they say. One that is silent, gone or mad costs no more than
 * the time that is given to all of them together.
 *
 * @param windows the one that counts most first
 * @param hook the report as JSON
 * @param within milliseconds
 */
export function askWindows(
  windows: readonly WindowEntry[],
  agent: string,
  hook: string,
  within: number,
  countdown: Countdown = byTheClock,
): Promise<Asked> {
  return new Promise((resolve) => {
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      stop();
      resolve(outcome(questions));
    };
    const stop = countdown(within, end);
    const questions = windows.map(
      (window) => new Connection(window, agent, hook, () => isDecided(questions) && end()),
    );
    if (isDecided(questions)) end();
  });
}

/** One window that is asked, over a connection. */
class Connection implements Question {
  verdict: HookVerdict | null = null;
  isHeard = false;
  readonly #socket: Socket;
  readonly #changed: () => void;

  constructor(window: WindowEntry, agent: string, hook: string, changed: () => void) {
    this.#changed = changed;
    const lines = new LineReader(LARGEST_ANSWER);
    this.#socket = createConnection(window.endpoint);
    this.#socket.on('error', () => this.#settle({}));
    this.#socket.on('close', () => this.#settle({}));
    this.#socket.on('connect', () => this.#socket.write(`${messageTo(window, agent, hook)}\n`));
    this.#socket.on('data', (chunk) => {
      const read = lines.push(chunk);
      if (read === null) this.#socket.destroy();
      else if (read[0] !== undefined) this.#answered(parseJson(read[0]));
    });
  }

  end(isPassedOn: boolean): Promise<void> {
    return new Promise((resolve) => {
      const socket = this.#socket;
      if (!isPassedOn || socket.destroyed) {
        socket.destroy();
        resolve();
        return;
      }
      socket.end(`${GOT}\n`, () => resolve());
    });
  }

  #answered(answer: unknown): void {
    if (this.verdict !== null) return;
    this.isHeard = isObject(answer) && field(answer, 'v') === 1;
    this.#settle(parseVerdict(answer));
  }

  #settle(verdict: HookVerdict): void {
    if (this.verdict !== null) return;
    this.verdict = verdict;
    this.#changed();
  }
}
