import { l10n, window } from 'vscode';
import { isPending } from '../../stop/stopRequest';
import type { SessionSummary } from '../../tracker/views';
import type { CoverageService } from '../coverageService';
import { inLabel, sessionName } from '../names';
import type { StopControl } from './stopControl';
import { stopStateInWords } from './stopStateInWords';

/** Takes a stop back that still waits or holds the agent, and lets the levels count from here. */
export class ResumeAgent {
  readonly #service: CoverageService;
  readonly #control: StopControl;
  readonly #rearm: (session: SessionSummary) => void;

  constructor(service: CoverageService, control: StopControl, rearm: (session: SessionSummary) => void) {
    this.#service = service;
    this.#control = control;
    this.#rearm = rearm;
  }

  /** The sessions whose stop can be taken back. */
  candidates(): readonly SessionSummary[] {
    return this.#service.sessions().filter(({ key }) => {
      const request = this.#control.of(key);
      return request !== undefined && (isPending(request) || this.#control.holds(key));
    });
  }

  async run(): Promise<void> {
    const candidates = this.candidates();
    const [first] = candidates;
    if (first === undefined) {
      window.showInformationMessage(l10n.t('No stop waits to be taken back.'));
    } else if (candidates.length === 1) await this.resume(first);
    else {
      const picked = await window.showQuickPick(
        candidates.map((session) => {
          const request = this.#control.of(session.key);
          return {
            label: inLabel(sessionName(session)),
            detail: request ? inLabel(stopStateInWords(request)) : '',
            session,
          };
        }),
        { title: l10n.t('Take back which stop?') },
      );
      if (picked) await this.resume(picked.session);
    }
  }

  async resume(session: SessionSummary): Promise<void> {
    await this.#control.withdraw(session.key);
    this.#rearm(session);
  }
}
