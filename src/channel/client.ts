import { createConnection, type Socket } from 'node:net';
import { parseVerdict } from '../agents/hooks/message';
import { type HookVerdict, isEmptyVerdict } from '../agents/hooks/report';
import { field, isObject } from '../agents/json';
import { LARGEST_ANSWER } from './limits';
import { LineReader } from './lineReader';
import { parseJson } from './parseJson';
import type { WindowEntry } from './registry';

/** What came of asking. */
export interface Asked {
  /** Of the first window, in the order they were asked, that had anything to say. */
  readonly verdict: HookVerdict;
  /** How many windows are known to have heard it. */
  readonly heard: number;
  /** Tells that window that its verdict was passed on; ends all connections. */
  finish(isPassedOn: boolean): Promise<void>;
}

const GOT = `${JSON.stringify({ v: 1, got: true })}\n`;

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
): Promise<Asked> {
  return new Promise((resolve) => {
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      resolve(outcome(questions));
    };
    const timer = setTimeout(end, within);
    const questions = windows.map(
      (window) => new Question(window, agent, hook, () => isDecided(questions) && end()),
    );
    if (isDecided(questions)) end();
  });
}

/** Whether what is still to come cannot change anything. */
function isDecided(questions: readonly Question[]): boolean {
  for (const { verdict } of questions) {
    if (verdict === null) return false;
    if (!isEmptyVerdict(verdict)) return true;
  }
  return true;
}

function outcome(questions: readonly Question[]): Asked {
  const chosen = questions.find(({ verdict }) => verdict !== null && !isEmptyVerdict(verdict));
  return {
    verdict: chosen?.verdict ?? {},
    heard: questions.filter(({ isHeard }) => isHeard).length,
    finish: async (isPassedOn) => {
      await Promise.all(questions.map((question) => question.end(isPassedOn && question === chosen)));
    },
  };
}

/** One window that is asked. */
class Question {
  /** Null: it may still say something. */
  verdict: HookVerdict | null = null;
  isHeard = false;
  readonly #socket: Socket;
  readonly #changed: () => void;

  constructor({ endpoint, token }: WindowEntry, agent: string, hook: string, changed: () => void) {
    this.#changed = changed;
    const lines = new LineReader(LARGEST_ANSWER);
    this.#socket = createConnection(endpoint);
    this.#socket.on('error', () => this.#settle({}));
    this.#socket.on('close', () => this.#settle({}));
    this.#socket.on('connect', () => {
      this.#socket.write(
        `{"v":1,"token":${JSON.stringify(token)},"agent":${JSON.stringify(agent)},"hook":${hook}}\n`,
      );
    });
    this.#socket.on('data', (chunk) => {
      const read = lines.push(chunk);
      if (read === null) this.#socket.destroy();
      else if (read[0] !== undefined) this.#answered(parseJson(read[0]));
    });
  }

  /** Resolves once the last word is on its way. */
  end(isPassedOn: boolean): Promise<void> {
    return new Promise((resolve) => {
      const socket = this.#socket;
      if (!isPassedOn || socket.destroyed) {
        socket.destroy();
        resolve();
        return;
      }
      socket.end(GOT, () => resolve());
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
