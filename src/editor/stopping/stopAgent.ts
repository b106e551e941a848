import { l10n, type QuickPickItem, window, workspace } from 'vscode';
import type { ActorSummary, SessionKey, SessionSummary } from '../../tracker/views';
import { actorsInWords } from '../countWords';
import type { CoverageService } from '../coverageService';
import { inLabel, inMessage, sessionName } from '../names';
import type { StopControl } from './stopControl';
import { type StopTarget, stopTargets } from './stopTargets';
import { offerHelp, stopReason } from './stopWords';
import type { TerminalWay } from './terminalWay';

interface TargetItem extends QuickPickItem {
  readonly target: StopTarget;
}

/** Stops an agent at a person's wish, after showing what will be stopped and how. */
export class StopAgent {
  readonly #service: CoverageService;
  readonly #control: StopControl;
  readonly #terminals: TerminalWay;

  constructor(service: CoverageService, control: StopControl, terminals: TerminalWay) {
    this.#service = service;
    this.#control = control;
    this.#terminals = terminals;
  }

  /** @param key the session in question; asked where it is left out and several are live */
  async run(key?: SessionKey): Promise<void> {
    if (!workspace.isTrusted) {
      window.showInformationMessage(l10n.t('In Restricted Mode no agent can be stopped from here.'));
      return;
    }
    const session = key === undefined ? await this.#chooseSession() : this.#service.session(key);
    if (!session) return;
    const silence = this.#silenceInWords(session);
    // A question may stand behind the bell long after it was answered in another way.
    if (silence !== undefined && this.#control.of(session.key)?.state === 'stopped') {
      const named = inMessage(sessionName(session));
      window.showInformationMessage(l10n.t('{session} has stopped already.', { session: named }));
      return;
    }
    const targets = await stopTargets(session, this.#control, this.#terminals);
    if (targets.length === 0) {
      await offerHelp(l10n.t('This window knows no way to reach the agent.'), session.agent);
      return;
    }
    const picked = await window.showQuickPick(targets.map(itemOf), {
      title: l10n.t('Stop {session}', { session: inLabel(sessionName(session)) }),
      // Both would be cut off.
      placeHolder: silence ?? l10n.t('Nothing happens before you choose.'),
    });
    if (!picked) return;
    const { scope, offers } = picked.target;
    await this.#control.request(scope, offers, stopReason(streakOf(session.actors, scope.actor)));
  }

  /** A session that ended without a word looks as if it were at work for a while. */
  #silenceInWords({ key }: SessionSummary): string | undefined {
    const seen = this.#service.lastSeen(key);
    const minutes = Math.floor((Date.now() - seen) / 60_000);
    if (seen === 0 || minutes < 1) return undefined;
    return minutes === 1
      ? l10n.t('Nothing has been heard of it for a minute: it may have ended.')
      : l10n.t('Nothing has been heard of it for {minutes} minutes: it may have ended.', { minutes });
  }

  async #chooseSession(): Promise<SessionSummary | undefined> {
    const live = [...this.#service.liveSessions()].sort(
      (a, b) => this.#service.lastSeen(b.key) - this.#service.lastSeen(a.key),
    );
    if (live.length === 0) {
      window.showInformationMessage(l10n.t('No agent is at work here.'));
      return undefined;
    }
    if (live.length === 1) return live[0];
    const picked = await window.showQuickPick(
      live.map((session) => ({
        label: inLabel(sessionName(session)),
        description: actorsInWords(session.actors.length),
        detail: l10n.t('Reads without a new line: {count}', { count: streakOf(session.actors, null) }),
        session,
      })),
      { title: l10n.t('Stop which agent?') },
    );
    return picked?.session;
  }
}

function itemOf(target: StopTarget): TargetItem {
  const { label, description, detail } = target;
  return { label, description, detail, target };
}

/** The largest counter of the actor, or of all where it is null. */
function streakOf(actors: readonly ActorSummary[], actor: string | null): number {
  const concerned = actors.filter((each) => actor === null || each.actor === actor);
  return concerned.reduce((most, { danger }) => Math.max(most, danger.value), 0);
}
