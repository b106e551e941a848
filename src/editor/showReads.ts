import { l10n, type QuickPickItem, window } from 'vscode';
import type { ReadRecord, SessionKey } from '../tracker/views';
import type { CoverageService } from './coverageService';
import { inLabel, placeOf } from './names';
import { openPlace } from './openPlace';

/** More reads than this are not listed. */
const MOST = 100;

interface ReadItem extends QuickPickItem {
  readonly read: ReadRecord;
}

/** Lists an actor's last reads, newest first; choosing one opens its place. */
export async function showReads(
  service: CoverageService,
  canonical: (path: string) => Promise<string>,
  session: SessionKey,
  actor: string,
): Promise<void> {
  const reads = service.reads(session, { actor }).slice(-MOST).reverse();
  const picked = await window.showQuickPick(reads.map(itemOf), {
    title: l10n.t('Reads of {actor}, newest first', { actor: inLabel(actor) }),
    matchOnDescription: true,
  });
  if (picked) await openPlace(picked.read.path, picked.read.returned, canonical);
}

function itemOf(read: ReadRecord): ReadItem {
  const time = read.time === null ? '' : new Date(read.time).toLocaleTimeString();
  const gain =
    read.progress === 'no-progress'
      ? l10n.t('no new line')
      : read.progress === 'failed'
        ? l10n.t('failed')
        : l10n.t('{count} new lines', { count: read.newLines });
  const mark = read.progress === 'no-progress' ? '$(history) ' : '';
  return {
    label: mark + inLabel(placeOf(read.path, read.returned)),
    description: [gain, read.uncertain ? l10n.t('uncertain') : '', time].filter(Boolean).join(' · '),
    read,
  };
}
