import { l10n } from 'vscode';
import { inMessage } from '../names';

/** @param time of the moment that is shown, ms since the epoch; null: not known */
export function pastInWords(time: number | null): string {
  return time === null
    ? l10n.t('Marks are as of a moment that is past (session map).')
    : l10n.t('Marks are as of {time} (session map).', {
        time: inMessage(new Date(time).toLocaleTimeString()),
      });
}
