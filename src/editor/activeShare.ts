import { Disposable, EventEmitter, window } from 'vscode';
import type { Marks } from './marks/marks';
import type { ActiveShare } from './status';

/** How much of the file in the active editor the drawn session was given, as the marks show it. */
export class MarkedShare implements ActiveShare, Disposable {
  readonly #marks: Marks;
  readonly #changed = new EventEmitter<void>();
  readonly #listeners: Disposable;

  readonly onDidChange = this.#changed.event;

  constructor(marks: Marks) {
    this.#marks = marks;
    this.#listeners = Disposable.from(
      marks.onDidChange(() => this.#changed.fire()),
      window.onDidChangeActiveTextEditor(() => this.#changed.fire()),
    );
  }

  ofActiveFile(): number | undefined {
    const document = window.activeTextEditor?.document;
    const share = document && this.#marks.share(document);
    return share === undefined || share.lines === 0 ? undefined : share.given / share.lines;
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#changed.dispose();
  }
}
