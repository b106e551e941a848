import { l10n } from 'vscode';
import type { IngestState } from '../../ingest/diagnostics';

/** What is read, and what of it cannot be, each in a few words for a tooltip. */
export function followedInShort(state: IngestState): readonly string[] {
  const logs = state.files.filter(({ source }) => source.startsWith('log:'));
  const transcripts = state.files.length - logs.length;
  const lines = [];
  if (logs.length > 0) lines.push(logsInShort(logs.length));
  if (transcripts > 0) lines.push(transcriptsInShort(transcripts));
  const broken = state.files.filter((file) => file.state !== 'following').length;
  if (broken > 0) lines.push(l10n.t('{count} of them cannot be read', { count: broken }));
  return lines;
}

function logsInShort(count: number): string {
  return count === 1
    ? l10n.t('a log in this workspace')
    : l10n.t('{count} logs in this workspace', { count });
}

function transcriptsInShort(count: number): string {
  return count === 1
    ? l10n.t('one session record of an agent')
    : l10n.t('{count} session records of agents', { count });
}
