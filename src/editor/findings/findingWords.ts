import { l10n } from 'vscode';
import { formatRanges } from '../../text/ranges';
import type { Detector, Finding } from '../../tracker/views';
import { relativePath } from '../names';

/** What was found, in a few words. */
export function detectorInWords(detector: Detector): string {
  switch (detector) {
    case 'streak':
      return l10n.t('Reads in a row without a new line');
    case 'file-streak':
      return l10n.t('Reads in a row of this file without a new line');
    case 'file-repeats':
      return l10n.t('Reads of this file without a new line');
    case 'low-yield':
      return l10n.t('Creeping reads');
    case 'idle-turns':
      return l10n.t('Idle turns');
    case 'blind-change':
      return l10n.t('Change of lines that were never read');
    case 'failure-loop':
      return l10n.t('The same failing read again');
  }
}

/** `src/a.ts:40–60`, where it is about a file; not yet made plain. */
export function placeOfFinding({ path, returned, blind }: Finding): string {
  if (path === null) return '';
  const lines = formatRanges(blind?.written ?? returned, 3);
  return lines === '' ? relativePath(path) : `${relativePath(path)}:${lines}`;
}
