import { parseReport } from '../agents/hooks/message';
import { type HookReport, isEmptyVerdict } from '../agents/hooks/report';
import { field, isObject, textField } from '../agents/json';
import type { LineHasher } from '../text/lineHash';
import { MESSAGES_A_SECOND, MESSAGES_AT_ONCE, VERDICT_WITHIN } from './limits';
import { parseJson } from './parseJson';
import { RateLimit } from './rateLimit';
import { type HookAnswer, type HookListener, isSecret } from './request';

export interface ReceptionOptions {
  readonly token: string;
  readonly hasher: LineHasher;
  /** Kinds of the agents that are heard. */
  readonly agents: readonly string[];
  readonly listener: HookListener;
  /** A fault of ours; the peer is answered all the same. */
  readonly onFault: (fault: unknown) => void;
  /** Milliseconds, never going back. */
  readonly clock?: () => number;
}

/** What a message is answered with. */
export interface Reply {
  /** JSON, one line without its end. */
  readonly text: string;
  /** Whether the peer has nothing to confirm. */
  readonly isLast: boolean;
  /** Takes the peer's word that the answer was passed on. */
  confirm(word: string): void;
}

const NOTHING: HookAnswer = { verdict: {}, delivered: () => undefined };

/** Hears the messages of agents' hooks, however they came to the window, and finds the answers. */
export class Reception {
  readonly #options: ReceptionOptions;
  readonly #rate: RateLimit;

  constructor(options: ReceptionOptions) {
    this.#options = options;
    const { clock = () => performance.now() } = options;
    this.#rate = new RateLimit(MESSAGES_A_SECOND, MESSAGES_AT_ONCE, clock);
  }

  /** Whether one more may come in now. */
  admits(): boolean {
    return this.#rate.take();
  }

  fault(fault: unknown): void {
    this.#options.onFault(fault);
  }

  /** Null for a message that is not understood, or has not the right token. */
  async answer(line: string): Promise<Reply | null> {
    const { hasher, token, agents } = this.#options;
    const message = parseJson(line);
    const agent = isObject(message) ? textField(message, 'agent') : undefined;
    const isOurs =
      isObject(message) &&
      field(message, 'v') === 1 &&
      isSecret(field(message, 'token'), token) &&
      agent !== undefined &&
      agents.includes(agent);
    const report = isOurs ? parseReport(field(message, 'hook'), { hasher, agent, now: Date.now() }) : null;
    if (agent === undefined || report === null) return null;
    const { verdict, delivered } = await soon(this.#ask(agent, report), VERDICT_WITHIN);
    const isLast = isEmptyVerdict(verdict);
    return {
      text: JSON.stringify(isLast ? { v: 1 } : { v: 1, verdict }),
      isLast,
      confirm: (word) => {
        const said = parseJson(word);
        if (isObject(said) && field(said, 'got') === true) delivered();
      },
    };
  }

  async #ask(agent: string, report: HookReport): Promise<HookAnswer> {
    try {
      return await this.#options.listener(agent, report);
    } catch (fault) {
      this.#options.onFault(fault);
      return NOTHING;
    }
  }
}

/** The answer, or none where it takes too long. */
async function soon(answer: Promise<HookAnswer>, within: number): Promise<HookAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<HookAnswer>((resolve) => {
    timer = setTimeout(() => resolve(NOTHING), within);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
