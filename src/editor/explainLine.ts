import { commands, l10n, Position, Range, Selection, type TextEditor, Uri, window } from 'vscode';
import type { Configuration } from './configuration';
import type { Marks } from './marks/marks';
import { inMessage } from './names';

/** What the line number's menu hands to a command. */
interface LineNumberContext {
  readonly uri: Uri;
  /** 1-based. */
  readonly lineNumber: number;
}

/**
 * Explains the line of the cursor, or the one whose number was clicked: as the hover, which the keyboard and screen
 * readers reach too, or as a message where hovers are switched off.
 */
export async function explainLine(
  marks: Marks,
  configuration: Configuration,
  context: unknown,
): Promise<void> {
  const editor = window.activeTextEditor;
  if (!editor) return;
  const line = isLineNumber(context, editor) ? context.lineNumber : editor.selection.active.line + 1;
  const explanation = marks.explainLine(editor.document, line);
  if (!explanation) {
    window.showInformationMessage(l10n.t('Nothing is known of line {line}.', { line }));
  } else if (configuration.get('hover.enabled')) {
    const position = new Position(line - 1, 0);
    editor.selection = new Selection(position, position);
    editor.revealRange(new Range(position, position));
    await commands.executeCommand('editor.action.showHover');
  } else {
    const sentences = [...explanation.knowledge, ...explanation.reads].map(inMessage);
    window.showInformationMessage(sentences.join(' '));
  }
}

function isLineNumber(context: unknown, editor: TextEditor): context is LineNumberContext {
  return (
    typeof context === 'object' &&
    context !== null &&
    'lineNumber' in context &&
    typeof context.lineNumber === 'number' &&
    context.lineNumber >= 1 &&
    context.lineNumber <= editor.document.lineCount &&
    'uri' in context &&
    context.uri instanceof Uri &&
    context.uri.toString() === editor.document.uri.toString()
  );
}
