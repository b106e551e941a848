import { commands } from 'vscode';

/** The walkthrough, and its steps, as the manifest names them. */
const WALKTHROUGH = 'read-coverage.agent-read-coverage#start';

/** Opens the walkthrough, at one of its steps where one is named. */
export async function openWalkthrough(step?: 'marks'): Promise<void> {
  const where = step === undefined ? WALKTHROUGH : { category: WALKTHROUGH, step };
  await commands.executeCommand('workbench.action.openWalkthrough', where, false);
}
