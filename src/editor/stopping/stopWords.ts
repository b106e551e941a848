import { commands, l10n, window } from 'vscode';

/** Why an agent is to stop, for the agent: it may be shown to its model. Never localised: agents read English best. */
export function stopReason(streak: number): string {
  return streak > 0
    ? `Stopped by the person supervising this session: the last ${streak} reads brought no new line.`
    : 'Stopped by the person supervising this session.';
}

/** Says what could not be done and what a person can do instead. */
export async function offerHelp(problem: string, agent: string): Promise<void> {
  const advice =
    agent === 'claude-code'
      ? l10n.t('Press Escape where it runs, or name a command that stops it in the settings.')
      : l10n.t('Interrupt it where it runs, or name a command that stops it in the settings.');
  const openSettings = l10n.t('Open Settings');
  const showTerminals = l10n.t('Show Terminal');
  const picked = await window.showWarningMessage(`${problem} ${advice}`, showTerminals, openSettings);
  if (picked === openSettings) {
    await commands.executeCommand('workbench.action.openSettings', 'readCoverage.stop.command');
  } else if (picked === showTerminals) await commands.executeCommand('workbench.action.terminal.focus');
}
