import { type TextEditor, Uri, window } from 'vscode';

/** A line of an editor that is visible. */
export interface LineMeant {
  readonly editor: TextEditor;
  /** 1-based. */
  readonly line: number;
}

/** What a link hands to a command that is about a line; the line number's menu hands the same, with a `Uri`. */
export interface LineNamed {
  readonly uri: string;
  /** 1-based. */
  readonly lineNumber: number;
}

/**
 * The line that a command is about: the one whose number was clicked, the one that a link names, else that of the cursor.
 * Anybody may run a command: what is none of these counts as nothing.
 */
export function lineMeant(context: unknown): LineMeant | undefined {
  const named = lineNamed(context);
  const active = window.activeTextEditor;
  if (named !== undefined) {
    // Of a split editor, the side that a person is in.
    const shown = [...(active === undefined ? [] : [active]), ...window.visibleTextEditors];
    const editor = shown.find(({ document }) => document.uri.toString() === named.uri);
    if (editor !== undefined && named.lineNumber <= editor.document.lineCount)
      return { editor, line: named.lineNumber };
  }
  return active && { editor: active, line: active.selection.active.line + 1 };
}

function lineNamed(context: unknown): LineNamed | undefined {
  if (typeof context !== 'object' || context === null) return undefined;
  if (!('lineNumber' in context) || !('uri' in context)) return undefined;
  const { lineNumber, uri } = context;
  if (typeof lineNumber !== 'number' || !Number.isSafeInteger(lineNumber) || lineNumber < 1) return undefined;
  if (typeof uri !== 'string' && !(uri instanceof Uri)) return undefined;
  return { uri: uri.toString(), lineNumber };
}
