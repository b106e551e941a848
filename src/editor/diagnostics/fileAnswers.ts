import { l10n, type TextDocument } from 'vscode';
import { formatRanges } from '../../text/ranges';
import { COMMANDS, SHOW_AGENT_READS } from '../commandNames';
import type { DocumentExplanation } from '../marks/documentExplanation';
import type { NoLine } from '../marks/nothingDrawn';
import { inLabel, relativePath } from '../names';
import { type Answer, type Fix, running } from './answer';

/**
 * Why marks are, or are not, shown in a file.
 * @param reader shows another session, which knows the file; undefined where there is none
 */
export function fileAnswer(
  document: TextDocument,
  explanation: DocumentExplanation,
  reader: Fix | undefined,
): Answer {
  const name = inLabel(relativePath(document.uri.fsPath));
  switch (explanation.kind) {
    case 'drawn': {
      const ranges = formatRanges(explanation.marks.map(({ start, end }) => [start, end] as const));
      return {
        text: l10n.t('{name}: marks are shown.', { name }),
        detail: l10n.t('Lines {ranges}', { ranges }),
        fix: running(l10n.t('Explain the line at the cursor'), COMMANDS.explainLine),
      };
    }
    case 'carried':
      return {
        text: l10n.t('{name}: the text is another version than the one that was read.', { name }),
        detail: l10n.t('Lines that are left of that version are marked as such.'),
        fix: compare(),
      };
    case 'off':
      return {
        text: l10n.t('Marks are switched off.'),
        fix: running(l10n.t('Switch them on'), COMMANDS.toggleMarks),
      };
    case 'no-place':
      return {
        text: l10n.t('Gutter, ruler and line tint are all switched off.'),
        fix: running(l10n.t('Open settings'), 'workbench.action.openSettings', 'readCoverage.show'),
      };
    case 'scheme':
      return {
        text: l10n.t('This is no file on disk ({scheme}): agents read those only.', {
          scheme: inLabel(explanation.scheme),
        }),
        fix: running(l10n.t('Show which files were read'), SHOW_AGENT_READS),
      };
    case 'no-session':
      return {
        text: l10n.t('No agent has been seen to read here yet.'),
        fix: running(l10n.t('Choose which agents are followed'), COMMANDS.chooseAgents),
      };
    case 'no-coverage':
      return {
        text: l10n.t('{name}: the session that is drawn has not read this file.', { name }),
        detail: reader === undefined ? l10n.t('Nor has any other session that is known.') : '',
        fix: reader ?? running(l10n.t('Show which files were read'), SHOW_AGENT_READS),
      };
    case 'nothing-given':
      return {
        text: l10n.t('{name}: no line of it is known to have been given.', { name }),
        detail: explanation.reads.map(noLineInWords).join(' '),
        fix: running(l10n.t('Show the reads'), COMMANDS.showReads),
      };
    case 'not-compared':
      return {
        text: l10n.t('{name}: the text could not be compared with what was read.', { name }),
        detail: l10n.t('Ask again; the log tells what failed.'),
        fix: running(l10n.t('Show the log'), COMMANDS.showLog),
      };
    case 'line-ends':
      return {
        text: l10n.t('{name}: nothing can be marked, since its lines are counted differently.', { name }),
        detail: l10n.t(
          'It holds a lone carriage return, at which the editor starts a line and agents do not.',
        ),
        fix: running(l10n.t('Show the reads'), COMMANDS.showReads),
      };
    case 'other-version':
      return {
        text: l10n.t('{name}: the text is another version than any that was read.', { name }),
        detail: l10n.t(
          'Lines differ from those that were read. If they were edited here, Undo brings the marks back.',
        ),
        fix: compare(),
      };
    case 'edited':
      return {
        text: l10n.t('{name}: the text was changed since it was the version that was read.', { name }),
        detail: l10n.t('The lines known of that version are the same; any other may differ.'),
        fix: compare(),
      };
    case 'unprovable':
      return {
        text: l10n.t('{name}: nothing tells whether this is the text that was read.', { name }),
        detail: l10n.t('Of what was read, hashes of neither the content nor the lines are known.'),
        fix: running(l10n.t('Show the reads'), COMMANDS.showReads),
      };
  }
}

function noLineInWords(reason: NoLine): string {
  switch (reason) {
    case 'failed':
      return l10n.t('A read failed: it returned no line.');
    case 'cut':
      return l10n.t('A read showed lines only in part.');
    case 'unknown-lines':
      return l10n.t('It is not known which lines a read returned.');
    case 'not-text':
      return l10n.t('A read returned something other than text.');
    case 'empty':
      return l10n.t('A read returned nothing, as of an empty file or a place behind its end.');
    case 'unchanged':
      return l10n.t('A read told only that the file had not changed.');
    case 'forgotten':
      return l10n.t('A read returned lines, but nothing more is known of that version.');
    case 'not-read':
      return l10n.t('No read of it is known.');
  }
}

function compare(): Fix {
  return running(l10n.t('Compare with what the agent was given'), COMMANDS.compareRead);
}
