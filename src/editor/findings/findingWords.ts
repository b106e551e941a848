import { l10n } from 'vscode';
import { formatRanges } from '../../text/ranges';
import type { Detector, Finding } from '../../tracker/views';
import { relativePath } from '../names';

/** What was found, in a few words. */
export function detectorInWords(detector: Detector): string {
  switch (detector) {
    case 'streak':
      return l10n.t('Reads in a row that brought nothing new');
    case 'file-streak':
      return l10n.t('Reads in a row of this file that brought nothing new');
    case 'file-repeats':
      return l10n.t('Reads of this file that brought nothing new');
    case 'low-yield':
      return l10n.t('Each read brings only a few lines more');
    case 'idle-turns':
      return l10n.t('Many turns without a change or a test');
    case 'blind-change':
      return l10n.t('It changed lines that it was never given');
    case 'failure-loop':
      return l10n.t('The same read failed again');
  }
}

/** `src/a.ts:40–60`, where it is about a file; not yet made plain. */
export function placeOfFinding({ path, returned, blind }: Finding): string {
  if (path === null) return '';
  const lines = formatRanges(blind?.written ?? returned, 3);
  return lines === '' ? relativePath(path) : `${relativePath(path)}:${lines}`;
}
