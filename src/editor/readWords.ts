import { l10n } from 'vscode';
import type { ReadRecord } from '../tracker/views';

/** What a read brought: `12 new lines`, `nothing new`. */
export function gainInWords({ progress, newLines }: ReadRecord): string {
  switch (progress) {
    case 'no-progress':
      return l10n.t('nothing new');
    case 'failed':
      return l10n.t('failed');
    default:
      return newLines === 1 ? l10n.t('1 new line') : l10n.t('{count} new lines', { count: newLines });
  }
}
