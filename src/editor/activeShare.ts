import { Disposable, EventEmitter, window, workspace } from 'vscode';
import type { Marks } from './marks/marks';
import type { ActiveFile, ActiveShare } from './status';

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

  ofActiveFile(): ActiveFile | undefined {
    const document = window.activeTextEditor?.document;
    // What an agent was given stands beside its file, in a comparison: that is another text than the file's.
    if (document?.uri.scheme !== 'file') return undefined;
    const state = this.#marks.textState(document);
    if (state === undefined) return undefined;
    // Of files elsewhere, such as settings, nobody expects that an agent reads them.
    if (state === 'not-read' && workspace.getWorkspaceFolder(document.uri) === undefined) return undefined;
    const { given = 0, lines = 0 } = this.#marks.share(document) ?? {};
    return { path: document.uri.fsPath, state, share: lines === 0 ? undefined : given / lines };
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#changed.dispose();
  }
}
