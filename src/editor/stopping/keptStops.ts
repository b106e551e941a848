import type { Memento } from 'vscode';
import { userFolder } from '../../ingest/userFolder';
import type { HookAnswerWay } from '../../stop/hookAnswer';
import type { StopRequest } from '../../stop/stopRequest';
import type { FindingsLog } from '../findingsLog';
import type { StopControl } from './stopControl';

const NAME = 'stops';

/** Lets the stops that hooks are answered with outlive a reload of the window: the agent goes on meanwhile. */
export class KeptStops {
  readonly #memory: Memento;
  readonly #hooks: HookAnswerWay;
  readonly #control: StopControl;
  readonly #log: FindingsLog;

  /** @param memory of the workspace */
  constructor(memory: Memento, hooks: HookAnswerWay, control: StopControl, log: FindingsLog) {
    this.#memory = memory;
    this.#hooks = hooks;
    this.#control = control;
    this.#log = log;
  }

  /** Those that no person has taken back by speaking to the agent while the window was gone. */
  async restore(): Promise<void> {
    const known = this.#memory.get(NAME);
    if (known === undefined) return;
    const { keptStops, wasAnswered } = await import('../../stop/keptStop');
    const requests = keptStops(known, Date.now());
    if (requests.length === 0) return;
    const { SpoolReader } = await import('../../channel/spool');
    const spooled = await new SpoolReader(userFolder()).read(Date.now(), () => true);
    for (const request of requests) {
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
