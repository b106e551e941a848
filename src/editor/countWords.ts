import { l10n } from 'vscode';

/** `1 actor`, `2 actors` */
export function actorsInWords(count: number): string {
  return count === 1 ? l10n.t('1 actor') : l10n.t('{count} actors', { count });
}

/** `40 reads, 15 brought nothing new` */
export function readsInWords(reads: number, repeats: number): string {
  const all = reads === 1 ? l10n.t('1 read') : l10n.t('{count} reads', { count: reads });
  return repeats === 0 ? all : l10n.t('{reads}, {count} brought nothing new', { reads: all, count: repeats });
}
