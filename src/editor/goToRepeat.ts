import { l10n, Position, Range, Selection, window } from 'vscode';
import type { MarkedRange } from './marks/lineStates';
import type { Marks } from './marks/marks';

/** Puts the cursor on the next, or the previous, range of lines that were read more than once; goes round at the end. */
export function goToRepeat(marks: Marks, direction: 'next' | 'previous'): void {
  const editor = window.activeTextEditor;
  if (!editor) return;
  const starts = startsOf(
    marks.marksOf(editor.document).filter(({ mark }) => /^(again|repeated)/.test(mark)),
  );
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

/** First lines of the ranges; adjacent ranges that only differ in how often are one. */
function startsOf(ranges: readonly MarkedRange[]): readonly number[] {
  return ranges.filter(({ start }, i) => ranges[i - 1]?.end !== start - 1).map(({ start }) => start);
}
