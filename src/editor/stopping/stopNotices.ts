import { type Disposable, l10n, window } from 'vscode';
import type { StopRequest } from '../../stop/stopRequest';
import type { SessionKey } from '../../tracker/views';
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
  /** The stops that an agent was told of. */
  readonly #told = new Set<number>();

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
    } else if (state === 'acknowledged') {
      this.#told.add(request.id);
      this.#brief(l10n.t('{agent} took the stop', { agent }));
    } else if (state === 'stopped') this.#brief(l10n.t('{agent} stopped', { agent }));
    else if (state === 'timed-out') void this.#timedOut(request);
    else if (problems.length > 0) void offerHelp(inMessage(problems.join(' ')), scope.agent);
  }

  #brief(text: string): void {
    window.setStatusBarMessage(text, BRIEF);
  }

  /** The agent's hooks refuse its calls, and it goes on making some: so far as hooks reach, there is no more to do. */
  ignored(key: SessionKey, refused: number): void {
    const request = this.#control.of(key);
    if (request === undefined) return;
    const text = l10n.t(
      '{agent} was told to stop and goes on: {count} calls were refused. Interrupt it where it runs?',
      { agent: inMessage(sessionName(request.scope)), count: refused },
    );
    void this.#offerOthers(request, text);
  }

  async #timedOut(request: StopRequest): Promise<void> {
    const agent = inMessage(sessionName(request.scope));
    const text = this.#told.has(request.id)
      ? l10n.t('{agent} was told to stop, and has gone on.', { agent })
      : l10n.t(
          '{agent} has not answered the stop. It looks for one only between two steps; if it has ended, there is nothing to stop.',
          { agent },
        );
    await this.#offerOthers(request, text);
  }

  async #offerOthers(request: StopRequest, text: string): Promise<void> {
    const again = l10n.t('Stop Otherwise…');
    const withdraw = l10n.t('Take Back');
    const picked = await window.showWarningMessage(text, again, withdraw);
    if (picked === again) await this.#retry(request);
    else if (picked === withdraw) await this.#control.withdraw(request.scope.key);
  }

  dispose(): void {
    this.#listener.dispose();
  }
}
