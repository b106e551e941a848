import { Disposable, type TextDocument, window, workspace } from 'vscode';
import { KeptTexts } from './keptTexts';

/**
 * The saved texts that shown documents had lately. In memory only, and as long as they are open: what an agent changes is
 * not written down anywhere.
 */
export class EarlierTexts implements Disposable {
  readonly #texts = new KeptTexts<TextDocument>();
  readonly #listeners: Disposable;

  constructor() {
    this.#listeners = Disposable.from(
      window.onDidChangeVisibleTextEditors((editors) => {
        for (const { document } of editors) this.#note(document);
      }),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && this.#texts.has(document)) this.#note(document);
      }),
      workspace.onDidSaveTextDocument((document) => {
        if (this.#texts.has(document)) this.#note(document);
      }),
      workspace.onDidCloseTextDocument((document) => this.#texts.delete(document)),
    );
    for (const { document } of window.visibleTextEditors) this.#note(document);
  }

  /** Oldest first. */
  of(document: TextDocument): readonly string[] {
    return this.#texts.of(document);
  }

  /** What an agent, or anybody else, writes to the disk arrives as a text without unsaved changes. */
  #note(document: TextDocument): void {
    if (document.uri.scheme === 'file' && !document.isDirty) this.#texts.add(document, document.getText());
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#texts.clear();
  }
}
