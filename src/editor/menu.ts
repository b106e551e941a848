import { commands, l10n, type QuickPickItem, window, workspace } from 'vscode';
import { agentName } from '../agents/agentNames';
import { COMMANDS } from './commandNames';
import { isConnectable } from './connect/agentConnections';
import { inLabel, listedInShort } from './names';
import { currentStatus, type StatusSources } from './status';
import { quietInWords } from './statusBar';
import { stopStateInWords } from './stopping/stopStateInWords';
import type { Threshold } from './threshold';

interface Entry extends QuickPickItem {
  run(): PromiseLike<unknown>;
}

/** What a click on the status bar offers. */
export async function showMenu(
  sources: StatusSources,
  threshold: Threshold,
  canResume: boolean,
): Promise<void> {
  const { kind, session: key, stop, quietFiles, waiting } = currentStatus(sources);
  const command = (label: string, id: string, detail = ''): Entry => ({
    label,
    detail,
    run: () => commands.executeCommand(id),
  });
  const entries: Entry[] = [];
  if (waiting.length > 0) {
    entries.push({
      label: l10n.t('$(eye) Show sessions of {agents}…', { agents: listedInShort(waiting.map(agentName)) }),
      detail: l10n.t('Their transcripts are outside of this folder. You choose which agents’ may be opened.'),
      run: () => sources.firstRun.choose(),
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
  const session = key === undefined ? undefined : sources.service.session(key);
  if (session && kind === 'live' && workspace.isTrusted && isConnectable(session.source)) {
    // Whoever has no wish for it is not asked: it stands here, and in the answers below.
    if (sources.connectionOf(session.key) === undefined) {
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
    entries.push(
      command(l10n.t('$(list-selection) Choose Session…'), COMMANDS.chooseSession),
      command(
        l10n.t('$(graph-scatter) Show Session Map'),
        COMMANDS.showMap,
        l10n.t('Every call from left to right, every file and its lines from top to bottom.'),
      ),
      command(l10n.t('$(list-tree) Show Agent Reads'), 'readCoverage.reads.focus'),
      command(l10n.t('$(search) Show Findings…'), COMMANDS.showFindings),
      command(l10n.t('$(history) Show Reads…'), COMMANDS.showReads),
      command(l10n.t('$(comment) Explain Line'), COMMANDS.explainLine),
      command(l10n.t('$(eye-closed) Toggle Marks'), COMMANDS.toggleMarks),
      command(
        l10n.t('$(bell-slash) Quiet Files…'),
        COMMANDS.quietFiles,
        quietFiles > 0
          ? quietInWords(quietFiles)
          : l10n.t('Files whose repeated reads are no loop in this session.'),
      ),
    );
  }
  if (threshold.isMuted) {
    entries.push({
      label: l10n.t('$(bell) Ask Again'),
      detail: l10n.t('Questions at the stop level are switched off.'),
      run: () => threshold.unmute(),
    });
  }
  entries.push(
    command(l10n.t('$(question) Why Is Nothing Shown?'), COMMANDS.whyNothing),
    command(l10n.t('$(graph) Calibrate Thresholds…'), COMMANDS.calibrate),
    command(l10n.t('$(output) Show Log'), COMMANDS.showLog),
    {
      label: l10n.t('$(gear) Open Settings'),
      run: () => commands.executeCommand('workbench.action.openSettings', 'readCoverage'),
    },
  );
  const picked = await window.showQuickPick(entries, { title: l10n.t('Read Coverage') });
  await picked?.run();
}
