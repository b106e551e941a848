import { commands, l10n, type TextDocument } from 'vscode';
import { formatRanges } from '../../text/ranges';
import { COMMANDS } from '../commandNames';
import type { DocumentExplanation } from '../marks/documentExplanation';
import { inLabel, relativePath } from '../names';
import type { Answer, Fix } from './answer';

/** Why marks are, or are not, shown in a file. */
export function fileAnswer(document: TextDocument, explanation: DocumentExplanation): Answer {
  const name = inLabel(relativePath(document.uri.fsPath));
  switch (explanation.kind) {
    case 'drawn': {
      const ranges = formatRanges(explanation.marks.map(({ start, end }) => [start, end] as const));
      return {
        text: l10n.t('{name}: marks are shown.', { name }),
        detail: l10n.t('Lines {ranges}', { ranges }),
      };
    }
    case 'carried':
      return {
        text: l10n.t('{name}: the text is another version than the one that was read.', { name }),
        detail: l10n.t('Lines that are left of that version are marked as such.'),
      };
    case 'off':
      return {
        text: l10n.t('Marks are switched off.'),
        fix: run(l10n.t('Switch them on'), COMMANDS.toggleMarks),
      };
    case 'no-place':
      return {
        text: l10n.t('Gutter, ruler and line tint are all switched off.'),
        fix: run(l10n.t('Open settings'), 'workbench.action.openSettings', 'readCoverage.show'),
      };
    case 'scheme':
      return {
        text: l10n.t('This is no file on disk ({scheme}): agents read those only.', {
          scheme: inLabel(explanation.scheme),
        }),
      };
    case 'no-session':
      return { text: l10n.t('No agent has been seen to read here yet.') };
    case 'no-coverage':
      return {
        text: l10n.t('{name}: the session that is drawn has not read this file.', { name }),
        fix: run(l10n.t('Choose another session'), COMMANDS.chooseSession),
      };
    case 'nothing-given':
      return {
        text: l10n.t('{name}: no line of this version was given.', { name }),
        detail: l10n.t('Its lines are not known, or were given of another version only.'),
      };
    case 'reading':
    case 'checking':
      return { text: l10n.t('{name}: the text is being compared with what was read. Ask again.', { name }) };
    case 'line-ends':
      return {
        text: l10n.t('{name}: nothing can be marked, since its lines are counted differently.', { name }),
        detail: l10n.t(
          'It holds a lone carriage return, at which the editor starts a line and agents do not.',
        ),
      };
    case 'other-version':
      return {
        text: l10n.t('{name}: the text is another version than any that was read.', { name }),
        detail: l10n.t('It was changed since, here or on disk. Undo would bring the marks back.'),
      };
    case 'unprovable':
      return {
        text: l10n.t('{name}: nothing tells which version of it was read.', { name }),
        detail: l10n.t('The log has neither a hash of the content nor hashes of the lines.'),
      };
  }
}

function run(label: string, command: string, ...parameters: readonly string[]): Fix {
  return { label, run: () => commands.executeCommand(command, ...parameters) };
}
