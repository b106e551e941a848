import { l10n } from 'vscode';
import { shown } from '../../text/escape';
import { countLines, formatRanges } from '../../text/ranges';
import { actorName } from '../names';
import type { BlindWarning } from './blindWarning';

/** What an agent did, in a sentence or two. Plain text; names are free of hidden characters. */
export function blindInWords({ finding }: BlindWarning, agent: string): string {
  const { blind, actor, uncertain } = finding;
  const { unread, unreadLines, by } = blind;
  const who = l10n.t('{agent} ({actor})', { agent: shown(agent), actor: shown(actorName(actor)) });
  const lines = formatRanges(unread, 3);
  const deed =
    unread.length === 0
      ? by === 'edit'
        ? l10n.t('{who} edited this file without having been given a line of it.', { who })
        : l10n.t('{who} wrote over this file, which it had perhaps not been given whole.', { who })
      : by === 'edit'
        ? unreadLines === 1
          ? l10n.t('{who} replaced line {lines}, which it had not been given.', { who, lines })
          : l10n.t('{who} replaced lines {lines}, which it had not been given.', { who, lines })
        : l10n.t('{who} wrote over this file without having been given lines {lines}.', { who, lines });
  const said = [deed, fate(blind), uncertain ? l10n.t('This may be wrong.') : ''];
  return said.filter(Boolean).join(' ');
}

/** What has become of the lines, where that is known. The numbers are those of before the change. */
function fate({ dropped, unread, unreadLines }: BlindWarning['finding']['blind']): string {
  if (unread.length === 0) return '';
  const isOne = unreadLines === 1;
  if (dropped === null) {
    return isOne
      ? l10n.t('Whether its text is still there is not known.')
      : l10n.t('Whether their text is still there is not known.');
  }
  const gone = countLines(dropped);
  if (gone === 0) return isOne ? l10n.t('Its text is still there.') : l10n.t('Their text is still there.');
  if (gone === unreadLines) return isOne ? l10n.t('Its text is gone.') : l10n.t('Their text is gone.');
  return l10n.t('Gone are lines {lines}.', { lines: formatRanges(dropped, 3) });
}
