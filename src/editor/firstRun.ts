import { type Disposable, EventEmitter, l10n, type Memento, window } from 'vscode';
import type { Configuration } from './configuration';

const ANSWER = 'claudeCode.answer';

/**
 * Whether the transcripts of Claude Code, which lie outside the workspace, may be opened: a person is asked once a
 * window, and only where there are any for its folders.
 */
export class FirstRun implements Disposable {
  readonly #configuration: Configuration;
  readonly #memory: Memento;
  readonly #changed = new EventEmitter<void>();
  readonly #listener: Disposable;
  #asked = false;

  /** Fires when {@link isAllowed} may be another. */
  readonly onDidChange = this.#changed.event;

  /** @param memory of the workspace */
  constructor(configuration: Configuration, memory: Memento) {
    this.#configuration = configuration;
    this.#memory = memory;
    this.#listener = configuration.onDidChange((names) => {
      if (names.has('agents.claudeCode')) this.#changed.fire();
    });
  }

  get isAllowed(): boolean {
    const setting = this.#configuration.get('agents.claudeCode');
    return setting === 'show' || (setting === 'ask' && this.#memory.get<unknown>(ANSWER) === 'show');
  }

  /** Whether a person is still to be asked. */
  get isOpen(): boolean {
    return this.#configuration.get('agents.claudeCode') === 'ask' && !this.isAllowed;
  }

  /** To be called once transcripts of these folders are known to exist; asks at most once a window. */
  async ask(): Promise<void> {
    if (!this.mayAsk) return;
    this.#asked = true;
    const show = l10n.t('Show');
    const notNow = l10n.t('Not now');
    const never = l10n.t('Never');
    const picked = await window.showInformationMessage(
      l10n.t(
        'Show coverage of Claude Code sessions in this folder? Their transcripts are outside of it, in your home folder.',
      ),
      show,
      notNow,
      never,
    );
    if (picked === show) await this.allow();
    else if (picked === never) await this.#configuration.setForUser('agents.claudeCode', 'never');
  }

  get wasAsked(): boolean {
    return this.#asked;
  }

  /** Whether the question may still be put in this window. */
  get mayAsk(): boolean {
    return !this.#asked && this.isOpen;
  }

  /** A person wants them shown in this workspace. */
  async allow(): Promise<void> {
    await this.#memory.update(ANSWER, 'show');
    if (this.#configuration.get('agents.claudeCode') === 'never') {
      await this.#configuration.setForUser('agents.claudeCode', 'ask');
    }
    this.#changed.fire();
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }
}
