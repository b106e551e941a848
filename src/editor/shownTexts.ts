import { type Disposable, type TextDocument, Uri, workspace } from 'vscode';

/** Texts that are shown and not kept anywhere: each as long as its document is open. They cannot be written to. */
export class ShownTexts implements Disposable {
  readonly #scheme: string;
  readonly #texts = new Map<string, string>();
  readonly #listeners: readonly Disposable[];
  #shown = 0;

  constructor(scheme: string) {
    this.#scheme = scheme;
    this.#listeners = [
      workspace.registerTextDocumentContentProvider(scheme, {
        provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()),
      }),
      workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  /** @param name of a file, whose ending tells the language */
  put(name: string, text: string): Uri {
    const uri = Uri.from({ scheme: this.#scheme, path: `/${++this.#shown}/${name}` });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  async open(name: string, text: string): Promise<TextDocument> {
    return workspace.openTextDocument(this.put(name, text));
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    this.#texts.clear();
  }
}
