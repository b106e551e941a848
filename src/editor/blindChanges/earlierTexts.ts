import { Disposable, type TextDocument, window, workspace } from 'vscode';

/** Documents that are larger, in UTF-16 code units, are not remembered; nor more than so many in all. */
const LARGEST = 2 ** 20;
const MOST_HELD = 8 * 2 ** 20;
/** Texts of one document that are remembered, the present one too. */
const MOST_TEXTS = 4;

/**
 * The saved texts that shown documents had lately. In memory only, and as long as they are open: what an agent changes is
 * not written down anywhere.
 */
export class EarlierTexts implements Disposable {
  readonly #texts = new Map<TextDocument, string[]>();
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
    return this.#texts.get(document) ?? [];
  }

  /** What an agent, or anybody else, writes to the disk arrives as a text without unsaved changes. */
  #note(document: TextDocument): void {
    if (document.uri.scheme !== 'file' || document.isDirty) return;
    const text = document.getText();
    const texts = this.#texts.get(document) ?? [];
    if (text === texts.at(-1)) return;
    const kept = text.length > LARGEST ? [] : [...texts, text].slice(-MOST_TEXTS);
    // The document that changed last comes last.
    this.#texts.delete(document);
    if (kept.length > 0) this.#texts.set(document, kept);
    this.#makeRoom();
  }

  #makeRoom(): void {
    let held = 0;
    for (const texts of this.#texts.values()) held += texts.reduce((sum, { length }) => sum + length, 0);
    for (const [document, texts] of this.#texts) {
      if (held <= MOST_HELD) return;
      held -= texts.reduce((sum, { length }) => sum + length, 0);
      this.#texts.delete(document);
    }
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#texts.clear();
  }
}
