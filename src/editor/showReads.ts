import { l10n, type QuickInputButton, type QuickPickItem, ThemeIcon, window } from 'vscode';
import type { ReadRecord, SessionKey } from '../tracker/views';
import type { CoverageService } from './coverageService';
import { actorName, inLabel, placeOf } from './names';
import type { NotALoop } from './notALoop';
import { sayNote } from './noteWords';
import type { OpenPlaces } from './openPlace';
import { gainInWords } from './readWords';
import type { TranscriptViewer } from './transcripts/transcriptViewer';

/** More reads than this are not listed. */
const MOST = 100;

interface ReadItem extends QuickPickItem {
  readonly read: ReadRecord;
}

export interface ShowReadsParts {
  readonly service: CoverageService;
  readonly places: Pick<OpenPlaces, 'open'>;
  readonly notALoop: () => Promise<NotALoop>;
  readonly transcripts: TranscriptViewer;
}

/** What a person wants of a read. */
type Wish = 'place' | 'transcript' | 'quiet';

/**
 * Lists the last reads of an actor, or of all, newest first. Choosing one opens its place; its buttons open the transcript
 * there, and say of one without a new line that its file is no loop.
 */
export async function showReads(
  { service, places, notALoop, transcripts }: ShowReadsParts,
  session: SessionKey,
  actor?: string,
): Promise<void> {
  const transcript: QuickInputButton = {
    iconPath: new ThemeIcon('list-tree'),
    tooltip: l10n.t('Show in transcript'),
  };
  const quiet: QuickInputButton = {
    iconPath: new ThemeIcon('bell-slash'),
    tooltip: l10n.t('Not a loop: reads of this file do not count in this session'),
  };
  const list = window.createQuickPick<ReadItem>();
  list.title =
    actor === undefined
      ? l10n.t('Reads, newest first')
      : l10n.t('Reads of {actor}, newest first', { actor: inLabel(actorName(actor)) });
  list.matchOnDescription = true;
  list.items = service
    .reads(session, actor === undefined ? {} : { actor })
    .slice(-MOST)
    .reverse()
    .map((read) => ({
      ...itemOf(read, actor === undefined),
      buttons: read.progress === 'no-progress' ? [transcript, quiet] : [transcript],
    }));
  const chosen = await new Promise<{ readonly read: ReadRecord; readonly wish: Wish } | undefined>(
    (settle) => {
      list.onDidTriggerItemButton(({ item, button }) =>
        settle({ read: item.read, wish: button === quiet ? 'quiet' : 'transcript' }),
      );
      list.onDidAccept(() => {
        const [item] = list.selectedItems;
        settle(item && { read: item.read, wish: 'place' });
      });
      list.onDidHide(() => settle(undefined));
      list.show();
    },
  );
  list.dispose();
  if (chosen === undefined) return;
  const { read, wish } = chosen;
  if (wish === 'quiet') await (await notALoop()).say(session, read.path);
  else if (wish === 'transcript') await transcripts.show(session, read);
  else await places.open(read.path, read.returned);
}

/** One of several reads, as a person chooses; the only one without asking. */
export async function chooseRead(reads: readonly ReadRecord[]): Promise<ReadRecord | undefined> {
  const [only] = reads;
  if (reads.length <= 1) return only;
  const picked = await window.showQuickPick(
    reads.map((read) => itemOf(read, true)),
    { title: l10n.t('Reads of this line'), matchOnDescription: true },
  );
  return picked?.read;
}

function itemOf(read: ReadRecord, saysActor: boolean): ReadItem {
  const time = read.time === null ? '' : new Date(read.time).toLocaleTimeString();
  const said = [
    gainInWords(read),
    read.uncertain ? l10n.t('uncertain') : '',
    ...read.notes.map(sayNote),
    saysActor ? actorName(read.actor) : '',
    time,
  ];
  return {
    label: `${read.progress === 'no-progress' ? '$(history)' : '$(eye)'} ${inLabel(placeOf(read.path, read.returned))}`,
    description: inLabel(said.filter(Boolean).join(' · ')),
    read,
  };
}
