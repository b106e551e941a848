import {
  commands,
  l10n,
  Position,
  Range,
  Selection,
  TabInputTextDiff,
  type TextEditor,
  window,
} from 'vscode';
import type { MarkedRange } from './marks/lineStates';
import type { Marks } from './marks/marks';

/** Puts the cursor on the next, or the previous, range of lines that were read more than once; goes round at the end. */
export async function goToRepeat(marks: Marks, direction: 'next' | 'previous'): Promise<void> {
  const active = window.activeTextEditor;
  if (!active) return;
  const startsIn = ({ document }: TextEditor) =>
    startsOf(marks.marksOf(document).filter(({ mark }) => /^(again|repeated)/.test(mark)));
  let editor = active;
  // Beside the present text, what was given stands on the other side of a comparison.
  const given = startsIn(active).length > 0 ? undefined : otherSide(active);
  if (given !== undefined && startsIn(given).length > 0) {
    await commands.executeCommand('workbench.action.compareEditor.focusSecondarySide');
    editor = given;
  }
  const starts = startsIn(editor);
  const line = editor.selection.active.line + 1;
  const start =
    direction === 'next'
      ? (starts.find((each) => each > line) ?? starts[0])
      : (starts.findLast((each) => each < line) ?? starts.at(-1));
  if (start === undefined) {
    window.showInformationMessage(l10n.t('No line of this file was read more than once.'));
    return;
  }
  const position = new Position(start - 1, 0);
  editor.selection = new Selection(position, position);
  editor.revealRange(new Range(position, position));
}

/** The editor at the left of the one that is active, in a comparison. */
function otherSide(active: TextEditor): TextEditor | undefined {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof TabInputTextDiff)) return undefined;
  const { original, modified } = input;
  if (active.document.uri.toString() !== modified.toString()) return undefined;
  return window.visibleTextEditors.find(({ document }) => document.uri.toString() === original.toString());
}

/** First lines of the ranges; adjacent ranges that only differ in how often are one. */
function startsOf(ranges: readonly MarkedRange[]): readonly number[] {
  return ranges.filter(({ start }, i) => ranges[i - 1]?.end !== start - 1).map(({ start }) => start);
}
