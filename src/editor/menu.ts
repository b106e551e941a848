import { commands, l10n, type QuickPickItem, QuickPickItemKind, window, workspace } from 'vscode';
import { agentName } from '../agents/agentNames';
import { COMMANDS, SHOW_AGENT_READS } from './commandNames';
import { isConnectable } from './connect/agentConnections';
import { pastInWords } from './map/pastWords';
import { inLabel, listedInShort } from './names';
import { currentStatus, type Status, type StatusSources } from './status';
import { quietInWords } from './statusBar';
import { stopStateInWords } from './stopping/stopStateInWords';
import type { Threshold } from './threshold';
import { openWalkthrough } from './walkthrough';

interface Entry extends QuickPickItem {
  run(): PromiseLike<unknown>;
}

/** An entry, or the title above some. */
type Row = QuickPickItem & Partial<Entry>;

/** What a click on the status bar offers. */
export async function showMenu(
  sources: StatusSources,
  threshold: Threshold,
  canResume: boolean,
): Promise<void> {
  const status = currentStatus(sources);
  const items = [
    ...titled(l10n.t('Agent'), agentEntries(sources, status, canResume)),
    ...titled(
      l10n.t('What it was given'),
      status.kind === 'nothing' ? firstEntries() : evidenceEntries(status),
    ),
    ...titled(l10n.t('Help and settings'), helpEntries(threshold)),
  ];
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Read Coverage'),
    placeHolder: l10n.t('Type what you look for.'),
    matchOnDetail: true,
  });
  await picked?.run?.();
}

function titled(title: string, entries: readonly Entry[]): readonly Row[] {
  return entries.length === 0 ? [] : [{ label: title, kind: QuickPickItemKind.Separator }, ...entries];
}

function command(label: string, id: string, detail = ''): Entry {
  return { label, detail, run: () => commands.executeCommand(id) };
}

function agentEntries(
  { firstRun, service, connectionOf }: StatusSources,
  { kind, session: key, stop, waiting }: Status,
  canResume: boolean,
): readonly Entry[] {
  const entries: Entry[] = [];
  if (waiting.length > 0) {
    entries.push({
      label: l10n.t('$(eye) Show sessions of {agents}…', { agents: listedInShort(waiting.map(agentName)) }),
      detail: l10n.t('Their transcripts are outside of this folder. You choose which agents’ may be opened.'),
      run: () => firstRun.choose(),
    });
  }
  if (kind === 'live' && workspace.isTrusted) {
    entries.push(
      command(
        l10n.t('$(debug-stop) Stop Agent…'),
        COMMANDS.stopAgent,
        stop
          ? inLabel(stopStateInWords(stop))
          : l10n.t('Shows what will be stopped, and how, before it happens.'),
      ),
    );
  }
  const session = key === undefined ? undefined : service.session(key);
  if (session && kind === 'live' && workspace.isTrusted && isConnectable(session.source)) {
    // Whoever has no wish for it is not asked: it stands here, and in the answers below.
    if (connectionOf(session.key) === undefined) {
      entries.push({
        label: l10n.t('$(plug) Connect {agent}…', { agent: agentName(session.source) }),
        detail: l10n.t('It is known by its transcript. Connected, it tells sooner, and obeys a stop itself.'),
        run: () => commands.executeCommand(COMMANDS.connectAgent, session.source),
      });
    }
  }
  if (canResume) {
    entries.push(
      command(
        l10n.t('$(debug-continue) Resume…'),
        COMMANDS.resumeAgent,
        l10n.t('Takes the stop back and counts from here.'),
      ),
    );
  }
  if (kind !== 'nothing') {
    entries.push(command(l10n.t('$(list-selection) Choose Session…'), COMMANDS.chooseSession));
  }
  if (waiting.length === 0) {
    entries.push(command(l10n.t('$(checklist) Choose Agents…'), COMMANDS.chooseAgents));
  }
  return entries;
}

function evidenceEntries({ quietFiles, asOf }: Status): readonly Entry[] {
  return [
    ...(asOf === undefined
      ? []
      : [command(l10n.t('$(clock) Back to Now'), COMMANDS.backToNow, inLabel(pastInWords(asOf)))]),
    command(
      l10n.t('$(list-tree) Show Agent Reads'),
      SHOW_AGENT_READS,
      l10n.t('Each file that was read, what wasted most first.'),
    ),
    command(
      l10n.t('$(graph-scatter) Show Session Map'),
      COMMANDS.showMap,
      l10n.t('Every call from left to right, every file and its lines from top to bottom.'),
    ),
    command(l10n.t('$(question) Why Is Nothing Shown?'), COMMANDS.whyNothing),
    command(l10n.t('$(comment) Explain Line'), COMMANDS.explainLine),
    marksMeaning(),
    command(l10n.t('$(search) Show Findings…'), COMMANDS.showFindings),
    command(l10n.t('$(history) Show Reads…'), COMMANDS.showReads),
    command(l10n.t('$(eye-closed) Toggle Marks'), COMMANDS.toggleMarks),
    command(
      l10n.t('$(bell-slash) Quiet Files…'),
      COMMANDS.quietFiles,
      quietFiles > 0
        ? quietInWords(quietFiles)
        : l10n.t('Files whose repeated reads are no loop in this session.'),
    ),
  ];
}

/** Where nothing was given yet. */
function firstEntries(): readonly Entry[] {
  return [command(l10n.t('$(question) Why Is Nothing Shown?'), COMMANDS.whyNothing), marksMeaning()];
}

function marksMeaning(): Entry {
  return { label: l10n.t('$(book) What Do the Marks Mean?'), run: () => openWalkthrough('marks') };
}

function helpEntries(threshold: Threshold): readonly Entry[] {
  const entries: Entry[] = [];
  if (threshold.isMuted) {
    entries.push({
      label: l10n.t('$(bell) Ask Again'),
      detail: l10n.t('Questions at the stop level are switched off.'),
      run: () => threshold.unmute(),
    });
  }
  entries.push(
    command(l10n.t('$(rocket) Get Started'), COMMANDS.getStarted),
    command(l10n.t('$(graph) Calibrate Thresholds…'), COMMANDS.calibrate),
    command(l10n.t('$(output) Show Log'), COMMANDS.showLog),
    {
      label: l10n.t('$(gear) Open Settings'),
      run: () => commands.executeCommand('workbench.action.openSettings', 'readCoverage'),
    },
  );
  return entries;
}
