import { type Disposable, l10n, window } from 'vscode';
import type { StopRequest } from '../../stop/stopRequest';
import { inLabel, inMessage, sessionName } from '../names';
import type { StopControl } from './stopControl';
import { offerHelp } from './stopWords';

/** How long a brief message stays in the status bar, ms. */
const BRIEF = 8000;

/** Tells what becomes of stops: briefly where all is well, with next steps where not. */
export class StopNotices implements Disposable {
  readonly #control: StopControl;
  readonly #retry: (request: StopRequest) => Promise<void>;
  readonly #listener: Disposable;

  /** @param retry offers the ways to stop the request's session again */
  constructor(control: StopControl, retry: (request: StopRequest) => Promise<void>) {
    this.#control = control;
    this.#retry = retry;
    this.#listener = control.onDidChange((request) => this.#tell(request));
  }

  #tell(request: StopRequest): void {
    const { scope } = request;
    const agent = inLabel(sessionName(scope));
    const { state, via, problems } = request;
    if (state === 'requested' && problems.length === 0) {
      this.#brief(l10n.t('Asked {agent} to stop, by {ways}', { agent, ways: via.join(l10n.t(', and ')) }));
    } else if (state === 'acknowledged') this.#brief(l10n.t('{agent} took the stop', { agent }));
    else if (state === 'stopped') this.#brief(l10n.t('{agent} stopped', { agent }));
    else if (state === 'timed-out') void this.#timedOut(request);
    else if (problems.length > 0) void offerHelp(inMessage(problems.join(' ')), scope.agent);
  }

  #brief(text: string): void {
    window.setStatusBarMessage(text, BRIEF);
  }

  async #timedOut(request: StopRequest): Promise<void> {
    const agent = inMessage(sessionName(request.scope));
    const again = l10n.t('Stop Otherwise…');
    const withdraw = l10n.t('Take Back');
    const picked = await window.showWarningMessage(
      l10n.t('{agent} has not answered the stop. It looks for one only between two steps.', { agent }),
      again,
      withdraw,
    );
    if (picked === again) await this.#retry(request);
    else if (picked === withdraw) await this.#control.withdraw(request.scope.key);
  }

  dispose(): void {
    this.#listener.dispose();
  }
}
