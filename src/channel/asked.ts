import { type HookVerdict, isEmptyVerdict } from '../agents/hooks/report';
import type { WindowEntry } from './registry';

/** What came of asking windows about a hook. */
export interface Asked {
  /** Of the first window, in the order they were asked, that had anything to say. */
  readonly verdict: HookVerdict;
  /** How many windows are known to have heard it. */
  readonly heard: number;
  /** Tells that window that its verdict was passed on; ends all connections. */
  finish(isPassedOn: boolean): Promise<void>;
}

/** One window that is asked. */
export interface Question {
  /** Null: it may still say something. */
  readonly verdict: HookVerdict | null;
  readonly isHeard: boolean;
  /** Resolves once the last word is on its way. */
  end(isPassedOn: boolean): Promise<void> | void;
}

/** The last word to a window: its verdict was passed on. */
export const GOT = JSON.stringify({ v: 1, got: true });

/** What a window is told. */
export function messageTo({ token }: WindowEntry, agent: string, hook: string): string {
  return `{"v":1,"token":${JSON.stringify(token)},"agent":${JSON.stringify(agent)},"hook":${hook}}`;
}

/** Whether what is still to come cannot change anything. */
export function isDecided(questions: readonly Question[]): boolean {
  for (const { verdict } of questions) {
    if (verdict === null) return false;
    if (!isEmptyVerdict(verdict)) return true;
  }
  return true;
}

export function outcome(questions: readonly Question[]): Asked {
  const chosen = questions.find(({ verdict }) => verdict !== null && !isEmptyVerdict(verdict));
  return {
    verdict: chosen?.verdict ?? {},
    heard: questions.filter(({ isHeard }) => isHeard).length,
    finish: async (isPassedOn) => {
      await Promise.all(questions.map((question) => question.end(isPassedOn && question === chosen)));
    },
  };
}
