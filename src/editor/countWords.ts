import { l10n } from 'vscode';
import type { SessionSummary } from '../tracker/views';

/** Of all actors of a session together. */
export function readsOf({ actors }: SessionSummary): readonly [reads: number, repeats: number] {
  const reads = actors.reduce((sum, actor) => sum + actor.reads, 0);
  return [reads, actors.reduce((sum, actor) => sum + actor.redundantReads, 0)];
}

/** `1 actor`, `2 actors` */
export function actorsInWords(count: number): string {
  return count === 1 ? l10n.t('1 actor') : l10n.t('{count} actors', { count });
}

function readCount(reads: number): string {
  return reads === 1 ? l10n.t('1 read') : l10n.t('{count} reads', { count: reads });
}

/** `40 reads`, `15/40 nothing new`: where there is little room. */
export function readsInShort(reads: number, repeats: number): string {
  return repeats === 0 ? readCount(reads) : l10n.t('{count}/{reads} nothing new', { count: repeats, reads });
}

/** `1 line again`, `30 lines again`; nothing for none. */
export function againInShort(lines: number): string {
  if (lines === 0) return '';
  return lines === 1
    ? l10n.t('1 line again')
    : l10n.t('{count} lines again', { count: lines.toLocaleString() });
}

/** `40 reads, 15 brought nothing new` */
export function readsInWords(reads: number, repeats: number): string {
  const all = readCount(reads);
  return repeats === 0 ? all : l10n.t('{reads}, {count} brought nothing new', { reads: all, count: repeats });
}
