import { Disposable, type TextEditor, window, workspace } from 'vscode';
import type { LineRange } from '../text/ranges';
import { RangeLight } from './rangeLight';

let lit: Disposable | undefined;

/** Lights lines that were opened, until the cursor goes elsewhere, the text changes, or another place is opened. */
export function lightPlace(editor: TextEditor, lines: readonly LineRange[]): void {
  lit?.dispose();
  const { document, selection } = editor;
  const light = new RangeLight();
  const place = Disposable.from(
    light,
    window.onDidChangeTextEditorSelection(({ textEditor, selections: [now] }) => {
      // That the cursor was put here may be told only now.
      if (textEditor === editor && now?.isEqual(selection) !== true) place.dispose();
    }),
    workspace.onDidChangeTextDocument((change) => {
      if (change.document === document && change.contentChanges.length > 0) place.dispose();
    }),
    workspace.onDidCloseTextDocument((closed) => {
      if (closed === document) place.dispose();
    }),
  );
  lit = place;
  light.show(editor, lines);
}
