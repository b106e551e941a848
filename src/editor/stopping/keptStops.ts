import type { Memento } from 'vscode';
import { userFolder } from '../../ingest/userFolder';
import type { HookAnswerWay } from '../../stop/hookAnswer';
import type { StopRequest } from '../../stop/stopRequest';
import type { AgentEvent } from '../../tracker/event';
import { type SessionKey, sessionKey } from '../../tracker/views';
import type { FindingsLog } from '../findingsLog';
import type { StopControl } from './stopControl';

const NAME = 'stops';

/** Lets the stops that hooks are answered with outlive a reload of the window: the agent goes on meanwhile. */
export class KeptStops {
  readonly #memory: Pick<Memento, 'get' | 'update'>;
  readonly #hooks: HookAnswerWay;
  readonly #control: Pick<StopControl, 'restore' | 'of'>;
  readonly #log: Pick<FindingsLog, 'failure'>;
  /** When a person spoke last, ms since the epoch, while it is still looked what is to be restored. */
  #prompts: Map<SessionKey, number> | null = new Map();

  /** @param memory of the workspace */
  constructor(
    memory: Pick<Memento, 'get' | 'update'>,
    hooks: HookAnswerWay,
    control: Pick<StopControl, 'restore' | 'of'>,
    log: Pick<FindingsLog, 'failure'>,
  ) {
    this.#memory = memory;
    this.#hooks = hooks;
    this.#control = control;
    this.#log = log;
  }

  /** To be called with every event that is counted: a person may speak before what was kept is restored. */
  observe({ kind, source, session, time }: AgentEvent): void {
    if (this.#prompts === null || kind !== 'prompt' || time === null) return;
    const key = sessionKey(source, session);
    this.#prompts.set(key, Math.max(time, this.#prompts.get(key) ?? 0));
  }

  /** Those that no person has taken back by speaking to the agent while the window was gone, or since. */
  async restore(): Promise<void> {
    try {
      await this.#restore();
    } finally {
      this.#prompts = null;
    }
  }

  async #restore(): Promise<void> {
    const known = this.#memory.get(NAME);
    if (known === undefined) return;
    const { keptStops, wasAnswered } = await import('../../stop/keptStop');
    const requests = keptStops(known, Date.now());
    if (requests.length === 0) return;
    const { SpoolReader } = await import('../../channel/spool');
    const spooled = await new SpoolReader(userFolder()).read(Date.now(), () => true);
    for (const request of requests) {
      if ((this.#prompts?.get(request.scope.key) ?? 0) > request.requestedAt) continue;
      if (spooled.some(({ hook }) => wasAnswered(request, hook))) continue;
      this.#control.restore(request, [this.#hooks.restore(request)]);
    }
  }

  save(): void {
    const current = this.#hooks.standing().map((request) => this.#control.of(request.scope.key) ?? request);
    this.#keep(current).catch((error: unknown) =>
      this.#log.failure('A stop could not be kept for a reload', error),
    );
  }

  async #keep(current: readonly StopRequest[]): Promise<void> {
    const { keepStops } = await import('../../stop/keptStop');
    await this.#memory.update(NAME, keepStops(current));
  }
}
