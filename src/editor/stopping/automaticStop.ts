import { l10n, window } from 'vscode';
import { agentName } from '../../agents/agentNames';
import type { ReadRecord, SessionSummary } from '../../tracker/views';
import type { CoverageService } from '../coverageService';
import { SILENT_AFTER } from '../liveness';
import { actorName, inMessage } from '../names';
import { shortId } from '../shortId';
import type { StopControl } from './stopControl';
import { scopeOf } from './stopTargets';

/** Stops an agent without asking, for people who set it so, and says so. */
export class AutomaticStop {
  readonly #service: CoverageService;
  readonly #control: StopControl;
  readonly #resume: (session: SessionSummary) => Promise<void>;
  #decided: Promise<void> = Promise.resolve();

  /** @param resume takes the stop back */
  constructor(
    service: CoverageService,
    control: StopControl,
    resume: (session: SessionSummary) => Promise<void>,
  ) {
    this.#service = service;
    this.#control = control;
    this.#resume = resume;
  }

  /** Resolves once the stop that was begun last is decided. */
  get decided(): Promise<void> {
    return this.#decided;
  }

  /** @returns whether the agent was asked to stop; false where no way reaches it without reaching others at work */
  stop(session: SessionSummary, read: ReadRecord): Promise<boolean> {
    const stopped = this.#stop(session, read);
    this.#decided = stopped.then(
      () => undefined,
      () => undefined,
    );
    return stopped;
  }

  async #stop(session: SessionSummary, read: ReadRecord): Promise<boolean> {
    const alone = this.#isAlone(session, read.actor);
    const scope = scopeOf(session, alone ? null : read.actor);
    const offers = await this.#control.offers(scope);
    if (offers.length === 0) return false;
    const reason = `The last ${read.stopStreak} reads brought no new line.`;
    const { state } = await this.#control.request(scope, offers, reason);
    if (state === 'withdrawn') return false;
    void this.#say(session, read);
    return true;
  }

  /** Whether nobody else of the session was at work lately: a stop of the whole session then stops this actor only. */
  #isAlone(session: SessionSummary, actor: string): boolean {
    const since = this.#service.lastSeen(session.key) - SILENT_AFTER;
    return session.actors.every(
      (each) => each.actor === actor || (each.lastTime !== null && each.lastTime < since),
    );
  }

  async #say(session: SessionSummary, read: ReadRecord): Promise<void> {
    const takeBack = l10n.t('Take Back');
    const picked = await window.showInformationMessage(
      l10n.t('Asked {agent} ({session}, {actor}) to stop after {count} reads without a new line.', {
        agent: inMessage(agentName(session.agent)),
        session: inMessage(shortId(session.session)),
        actor: inMessage(actorName(read.actor)),
        count: read.stopStreak,
      }),
      takeBack,
    );
    if (picked === takeBack) await this.#resume(session);
  }
}
