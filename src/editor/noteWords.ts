import { l10n } from 'vscode';
import { shown } from '../text/escape';
import { NOTES } from '../tracker/notes';

/** A note of a read or finding in the language of the editor. Hints, which name an agent's own parameters, stay as they are. */
export function sayNote(note: string): string {
  switch (note) {
    case NOTES.returned:
      return l10n.t('the file had returned to an earlier version');
    case NOTES.rereadAfterCompaction:
      return l10n.t('read again after a compaction');
    case NOTES.stubWithoutLines:
      return l10n.t('pointed at lines that it no longer had');
    case NOTES.requiredByEditTool:
      return l10n.t('perhaps required by an edit tool');
    case NOTES.rangeOnly:
      return l10n.t('only the range is known');
    case NOTES.suspect:
      return l10n.t('the file may have changed');
    case NOTES.unseenRestore:
      return l10n.t('files restored after the compaction cannot be seen');
    case NOTES.silentClearing:
      return l10n.t('old results may have been cleared');
    case NOTES.touched:
      return l10n.t('the file was touched, not changed');
    case NOTES.late:
      return l10n.t('made before the file changed');
    case NOTES.unordered:
      return l10n.t('made beside other calls');
    case NOTES.largerRead:
      return l10n.t('one larger read would do');
    case NOTES.behindBack:
      return l10n.t("the file had changed behind the agent's back");
    case NOTES.perhapsByCommand:
      return l10n.t('the file had changed, perhaps by a command of the agent');
    case NOTES.failedBefore:
      return l10n.t('it failed the same way before');
    case NOTES.quiet:
      return l10n.t('the file is quiet: not counted');
    default:
      return shown(note);
  }
}
