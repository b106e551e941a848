import { basename } from 'node:path';
import { type Disposable, l10n, type QuickPickItem, window } from 'vscode';
import { formatRanges } from '../text/ranges';
import type { SessionKey } from '../tracker/views';
import { type LineMeant, lineMeant } from './lineMeant';
import type { LineCalls } from './marks/lineCalls';
import type { LineRead } from './marks/lineReads';
import type { Marks } from './marks/marks';
import { actorName, inLabel } from './names';
import { sayNote } from './noteWords';
import { RangeLight } from './rangeLight';
import { gainInWords } from './readWords';
import type { Told } from './transcripts/callPlaces';

/** Calls beyond so many are not listed. */
const MOST = 200;

export interface PeekCallsParts {
  readonly marks: Pick<Marks, 'callsOf' | 'session'>;
  readonly showInTranscript: (session: SessionKey, told: Told) => Promise<void>;
}

interface CallItem extends QuickPickItem {
  readonly of: LineRead;
}

/**
 * Lists the calls that gave a line, newest first, over the editor that shows it: going through them lights what each of
 * them returned, choosing one leads to its place in the transcript.
 */
export class PeekCalls implements Disposable {
  readonly #parts: PeekCallsParts;
  readonly #light = new RangeLight();

  constructor(parts: PeekCallsParts) {
    this.#parts = parts;
  }

  /** @param context the line whose number was clicked, or that a link names; none: that of the cursor */
  async run(context: unknown): Promise<void> {
    const { marks, showInTranscript } = this.#parts;
    const meant = lineMeant(context);
    const { session } = marks;
    const calls = meant && marks.callsOf(meant.editor.document, meant.line);
    if (meant === undefined || session === undefined || calls === undefined || calls.reads.length === 0) {
      window.showInformationMessage(l10n.t('No read of this line is known.'));
      return;
    }
    const chosen = await this.#choose(meant, calls);
    if (chosen !== undefined) await showInTranscript(session, chosen.read);
  }

  async #choose({ editor, line }: LineMeant, calls: LineCalls): Promise<LineRead | undefined> {
    const list = window.createQuickPick<CallItem>();
    const file = inLabel(basename(editor.document.uri.path));
    list.title = l10n.t('Calls that gave line {line} of {file}', { line, file });
    list.placeholder = calls.areNumberedAlike
      ? l10n.t('Arrow keys light what a call returned, Enter shows it in the transcript.')
      : l10n.t(
          'They gave an earlier version of the file, as line {line}. Enter shows a call in the transcript.',
          {
            line: calls.line,
          },
        );
    list.matchOnDescription = true;
    list.items = calls.reads.slice(0, MOST).map(itemOf);
    const chosen = await new Promise<LineRead | undefined>((settle) => {
      list.onDidChangeActive(([item]) => {
        if (item !== undefined && calls.areNumberedAlike) this.#light.show(editor, item.of.read.returned);
      });
      list.onDidAccept(() => settle(list.selectedItems[0]?.of));
      list.onDidHide(() => settle(undefined));
      list.show();
    });
    this.#light.hide();
    list.dispose();
    return chosen;
  }

  dispose(): void {
    this.#light.dispose();
  }
}

/** `lines 40–60`: `nothing new · main agent · 12:03:11` */
function itemOf(of: LineRead): CallItem {
  const { read, again } = of;
  const lines = l10n.t('lines {lines}', { lines: formatRanges(read.returned, 3) });
  const said = [
    again ? l10n.t('this line again') : l10n.t('this line for the first time'),
    gainInWords(read),
    read.uncertain ? l10n.t('uncertain') : '',
    ...read.notes.map(sayNote),
    actorName(read.actor),
    read.time === null ? '' : new Date(read.time).toLocaleTimeString(),
  ];
  return {
    label: `${again ? '$(history)' : '$(eye)'} ${inLabel(lines)}`,
    description: inLabel(said.filter(Boolean).join(' · ')),
    of,
  };
}
