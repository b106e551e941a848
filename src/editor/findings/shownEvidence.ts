import { Disposable, l10n, type TextDocument, window } from 'vscode';
import type { BlindChanges } from '../blindChanges/blindChanges';
import type { BlindWarning } from '../blindChanges/blindWarning';
import { CompareBlindChange } from '../blindChanges/compareBlindChange';
import type { Dismissed } from '../blindChanges/dismissed';
import type { EarlierTexts } from '../blindChanges/earlierTexts';
import { CompareRead } from '../compareRead';
import { chooseRead, showReads } from '../showReads';
import { TranscriptViewer } from '../transcripts/transcriptViewer';
import type { Evidence, EvidenceParts } from './createEvidence';
import { evidenceNamed } from './evidenceNamed';
import { type BlindDeeds, showFindings } from './showFindings';

export interface ShownEvidenceParts extends EvidenceParts {
  readonly earlier: EarlierTexts;
  readonly dismissed: Dismissed;
  readonly blind: BlindChanges;
  readonly places: Evidence['places'];
}

/** Lists, transcripts and comparisons: loaded when a person asks for one. */
export function createShownEvidence(parts: ShownEvidenceParts): Evidence {
  const { service, choice, marks, notALoop, hasher, canonical, followed, earlier, dismissed, blind, places } =
    parts;
  const transcripts = new TranscriptViewer({ service, followed });
  const comparison = new CompareBlindChange({ service, followed, hasher, canonical, earlier });
  const compareRead = new CompareRead({ service, hasher, canonical, earlier, given: parts.given });
  const shownIn = (document: TextDocument) => blind.in(document);
  const compare = (warning: BlindWarning) =>
    comparison.show(warning, (document) => blind.placeIn(warning, document));
  const deeds: BlindDeeds = {
    of: (session, finding) => blind.of(session, finding),
    isDismissed: ({ key }) => dismissed.has(key),
    dismiss: ({ key }, isDismissed) => dismissed.set(key, isDismissed),
    compare,
  };
  const list = { service, places, notALoop, transcripts };

  /** The warning that is meant: as a link names it, or at the cursor. */
  const meant = (context: unknown): BlindWarning | undefined => {
    const named = evidenceNamed(context);
    if (named?.kind === 'blind-change') return blind.byKey(named.key);
    const editor = window.activeTextEditor;
    const line = editor?.selection.active.line ?? 0;
    const shown = editor === undefined ? [] : shownIn(editor.document);
    return (shown.find(({ place }) => place[0] - 1 <= line && line < place[1]) ?? shown[0])?.warning;
  };
  const withMeant = async (context: unknown, deed: (warning: BlindWarning) => Promise<unknown>) => {
    const warning = meant(context);
    if (warning !== undefined) await deed(warning);
    else window.showInformationMessage(l10n.t('No warning of a blind change is shown in this file.'));
  };

  const ofLine = async () => {
    const editor = window.activeTextEditor;
    const line = editor?.selection.active.line ?? 0;
    const session = choice.current;
    const here =
      editor && shownIn(editor.document).find(({ diagnostic }) => diagnostic.range.start.line === line);
    if (here !== undefined) return transcripts.show(here.warning.session, here.warning.finding);
    const told = editor && marks.explainLine(editor.document, line + 1)?.told;
    if (told === undefined || told.length === 0 || session === undefined) {
      window.showInformationMessage(l10n.t('No read of this line is known.'));
      return;
    }
    const read = await chooseRead(told);
    if (read !== undefined) await transcripts.show(session, read);
  };

  const parted = Disposable.from(comparison, transcripts);
  return {
    places,
    compareRead,
    showReads: (session, actor) => showReads(list, session, actor),
    showInTranscript: (session, told) => transcripts.show(session, told),
    actions: {
      showFindings: async () => {
        if (choice.current !== undefined)
          await showFindings({ service, places, transcripts, blind: deeds }, choice.current);
      },
      showReads: async () => {
        if (choice.current !== undefined) await showReads(list, choice.current);
      },
      showInTranscript: async (context) => {
        const named = evidenceNamed(context);
        if (named?.kind === 'blind-change') {
          const warning = blind.byKey(named.key);
          if (warning !== undefined) await transcripts.show(warning.session, warning.finding);
        } else if (named?.kind === 'read') {
          const read = service.reads(named.session, named).find(({ ordinal }) => ordinal === named.ordinal);
          if (read !== undefined) await transcripts.show(named.session, read);
        } else await ofLine();
      },
      compareBlindChange: (context) => withMeant(context, compare),
      dismissBlindChange: (context) => withMeant(context, ({ key }) => dismissed.set(key, true)),
    },
    dispose: () => parted.dispose(),
  };
}
