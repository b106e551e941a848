import { l10n, type QuickInputButton, type QuickPickItem, ThemeIcon, window } from 'vscode';
import type { ReadRecord, SessionKey } from '../tracker/views';
import type { CoverageService } from './coverageService';
import { actorName, inLabel, placeOf } from './names';
import type { NotALoop } from './notALoop';
import { sayNote } from './noteWords';
import { openPlace } from './openPlace';
import { gainInWords } from './readWords';

/** More reads than this are not listed. */
const MOST = 100;

interface ReadItem extends QuickPickItem {
  readonly read: ReadRecord;
}

export interface ShowReadsParts {
  readonly service: CoverageService;
  readonly canonical: (path: string) => Promise<string>;
  readonly notALoop: NotALoop;
}

/**
 * Lists an actor's last reads, newest first. Choosing one opens its place; the button of one without a new line says that
 * its file is no loop.
 */
export async function showReads(
  { service, canonical, notALoop }: ShowReadsParts,
  session: SessionKey,
  actor: string,
): Promise<void> {
  const list = window.createQuickPick<ReadItem>();
  list.title = l10n.t('Reads of {actor}, newest first', { actor: inLabel(actorName(actor)) });
  list.matchOnDescription = true;
  list.items = service.reads(session, { actor }).slice(-MOST).reverse().map(itemOf);
  const chosen = await new Promise<{ readonly read: ReadRecord; readonly isQuiet: boolean } | undefined>(
    (settle) => {
      list.onDidTriggerItemButton(({ item }) => settle({ read: item.read, isQuiet: true }));
      list.onDidAccept(() => {
        const [item] = list.selectedItems;
        settle(item && { read: item.read, isQuiet: false });
      });
      list.onDidHide(() => settle(undefined));
      list.show();
    },
  );
  list.dispose();
  if (chosen === undefined) return;
  const { path, returned } = chosen.read;
  if (chosen.isQuiet) await notALoop.say(session, path);
  else await openPlace(path, returned, canonical);
}

function itemOf(read: ReadRecord): ReadItem {
  const time = read.time === null ? '' : new Date(read.time).toLocaleTimeString();
  const isRepeat = read.progress === 'no-progress';
  const button: QuickInputButton = {
    iconPath: new ThemeIcon('bell-slash'),
    tooltip: l10n.t('Not a loop: reads of this file do not count in this session'),
  };
  const said = [
    gainInWords(read),
    read.uncertain ? l10n.t('uncertain') : '',
    ...read.notes.map(sayNote),
    time,
  ];
  return {
    label: (isRepeat ? '$(history) ' : '') + inLabel(placeOf(read.path, read.returned)),
    description: inLabel(said.filter(Boolean).join(' · ')),
    buttons: isRepeat ? [button] : [],
    read,
  };
}
