import { commands, l10n, Position, Range, Selection, window } from 'vscode';
import type { Configuration } from './configuration';
import { lineMeant } from './lineMeant';
import type { Marks } from './marks/marks';
import { inMessage } from './names';

/**
 * Explains the line of the cursor, or the one whose number was clicked: as the hover, which the keyboard and screen
 * readers reach too, or as a message where hovers are switched off.
 */
export async function explainLine(
  marks: Marks,
  configuration: Configuration,
  context: unknown,
): Promise<void> {
  const meant = lineMeant(context);
  if (meant === undefined) return;
  const { editor, line } = meant;
  const explanation = marks.explainLine(editor.document, line);
  if (!explanation) {
    window.showInformationMessage(l10n.t('No read of line {line} is known, as it stands now.', { line }));
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
