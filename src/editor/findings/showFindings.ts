import { l10n, type QuickInputButton, type QuickPickItem, ThemeIcon, window } from 'vscode';
import type { Finding, SessionKey } from '../../tracker/views';
import type { BlindWarning } from '../blindChanges/blindWarning';
import type { CoverageService } from '../coverageService';
import { actorName, inLabel, sessionName } from '../names';
import type { OpenPlaces } from '../openPlace';
import type { TranscriptViewer } from '../transcripts/transcriptViewer';
import { detectorInWords, placeOfFinding } from './findingWords';

/** More findings than this are not listed. */
const MOST = 200;

/** What can be done about the warning of a blind change. */
export interface BlindDeeds {
  of(session: SessionKey, finding: Finding): BlindWarning | undefined;
  isDismissed(warning: BlindWarning): boolean;
  dismiss(warning: BlindWarning, isDismissed: boolean): Promise<void>;
  compare(warning: BlindWarning): Promise<unknown>;
}

export interface ShowFindingsParts {
  readonly service: CoverageService;
  readonly places: Pick<OpenPlaces, 'open'>;
  readonly transcripts: TranscriptViewer;
  readonly blind: BlindDeeds;
}

/** What a person can do about a finding, beside going to its place. */
interface Deed extends QuickInputButton {
  run(): Promise<unknown>;
}

interface FindingItem extends QuickPickItem {
  readonly finding: Finding;
  readonly buttons: readonly Deed[];
}

/** Lists the findings of a session, newest first. Choosing one opens its place; its buttons lead to the evidence. */
export async function showFindings(parts: ShowFindingsParts, session: SessionKey): Promise<void> {
  const findings = parts.service.findings(session).slice(-MOST).reverse();
  if (findings.length === 0) {
    window.showInformationMessage(l10n.t('Nothing was found in this session.'));
    return;
  }
  const summary = parts.service.session(session);
  const list = window.createQuickPick<FindingItem>();
  list.title = summary
    ? l10n.t('Findings in {session}, newest first', { session: inLabel(sessionName(summary)) })
    : l10n.t('Findings, newest first');
  list.matchOnDescription = true;
  list.matchOnDetail = true;
  list.items = findings.map((finding) => itemOf(parts, session, finding));
  const chosen = await new Promise<(() => Promise<unknown>) | undefined>((settle) => {
    list.onDidTriggerItemButton(({ button }) =>
      settle('run' in button ? () => (button as Deed).run() : undefined),
    );
    list.onDidAccept(() => {
      const [item] = list.selectedItems;
      settle(item && (() => go(parts, session, item.finding)));
    });
    list.onDidHide(() => settle(undefined));
    list.show();
  });
  list.dispose();
  await chosen?.();
}

/** What is about no file leads to the transcript. */
async function go(
  { places, transcripts }: ShowFindingsParts,
  session: SessionKey,
  finding: Finding,
): Promise<void> {
  const { path, returned, blind } = finding;
  if (path === null) await transcripts.show(session, finding);
  else await places.open(path, blind?.written ?? returned);
}

function itemOf(parts: ShowFindingsParts, session: SessionKey, finding: Finding): FindingItem {
  const { level, detector, actor, uncertain, time, reason } = finding;
  const warning = parts.blind.of(session, finding);
  const isDismissed = warning !== undefined && parts.blind.isDismissed(warning);
  const said = [
    placeOfFinding(finding),
    actorName(actor),
    uncertain ? l10n.t('uncertain') : '',
    isDismissed ? l10n.t('dismissed') : '',
    time === null ? '' : new Date(time).toLocaleTimeString(),
  ];
  const icon = level === 'stop' || level === 'warning' ? 'warning' : 'info';
  return {
    label: `$(${icon}) ${inLabel(detectorInWords(detector))}`,
    description: inLabel(said.filter(Boolean).join(' · ')),
    detail: inLabel(reason),
    buttons: [
      ...(warning === undefined ? [] : blindButtons(parts.blind, warning, isDismissed)),
      {
        iconPath: new ThemeIcon('list-tree'),
        tooltip: l10n.t('Show in transcript'),
        run: () => parts.transcripts.show(session, finding),
      },
    ],
    finding,
  };
}

function blindButtons(blind: BlindDeeds, warning: BlindWarning, isDismissed: boolean): readonly Deed[] {
  return [
    {
      iconPath: new ThemeIcon('diff'),
      tooltip: l10n.t('Compare with what stood there before'),
      run: () => blind.compare(warning),
    },
    {
      iconPath: new ThemeIcon(isDismissed ? 'bell' : 'bell-slash'),
      tooltip: isDismissed ? l10n.t('Show this warning again') : l10n.t('Dismiss this warning'),
      run: () => blind.dismiss(warning, !isDismissed),
    },
  ];
}
