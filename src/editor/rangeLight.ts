import { type Disposable, Range, type TextEditor, ThemeColor, window } from 'vscode';
import type { LineRange } from '../text/ranges';

/** Lights up whole lines, in one place at a time, as the editor itself does where it leads to a place. */
export class RangeLight implements Disposable {
  readonly #type = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor('editor.rangeHighlightBackground'),
  });

  show(editor: TextEditor, lines: readonly LineRange[]): void {
    this.hide();
    editor.setDecorations(
      this.#type,
      lines.map(([start, end]) => new Range(start - 1, 0, end - 1, 0)),
    );
  }

  hide(): void {
    for (const editor of window.visibleTextEditors) editor.setDecorations(this.#type, []);
  }

  dispose(): void {
    this.#type.dispose();
  }
}
