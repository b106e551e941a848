import { Disposable, type TextEditor, window, workspace } from 'vscode';
import type { LineRange } from '../text/ranges';
import { RangeLight } from './rangeLight';

/** Lights lines that were opened, until the cursor goes elsewhere, the text changes, or another place is opened. */
export class PlaceLight implements Disposable {
  readonly #light = new RangeLight();
  #watch: Disposable | undefined;

  show(editor: TextEditor, lines: readonly LineRange[]): void {
    this.#end();
    const { document, selection } = editor;
    this.#watch = Disposable.from(
      window.onDidChangeTextEditorSelection(({ textEditor, selections: [now] }) => {
        // That the cursor was put here may be told only now.
        if (textEditor === editor && now?.isEqual(selection) !== true) this.#end();
      }),
      workspace.onDidChangeTextDocument((change) => {
        if (change.document === document && change.contentChanges.length > 0) this.#end();
      }),
      workspace.onDidCloseTextDocument((closed) => {
        if (closed === document) this.#end();
      }),
    );
    this.#light.show(editor, lines);
  }

  #end(): void {
    this.#watch?.dispose();
    this.#watch = undefined;
    this.#light.hide();
  }

  dispose(): void {
    this.#end();
    this.#light.dispose();
  }
}
