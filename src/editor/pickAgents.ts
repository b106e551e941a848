import { l10n, window } from 'vscode';
import { agentName, type FoundAgent } from '../agents/agentNames';
import { limitInWords } from './agentLimits';

/** Some of the agents, as a person picks them; undefined: the choice was left. */
export async function pickAgents(
  agents: readonly FoundAgent[],
  ticked: readonly FoundAgent[],
): Promise<readonly FoundAgent[] | undefined> {
  const items = agents.map((agent) => ({
    label: agentName(agent),
    detail:
      limitInWords([agent]) === undefined
        ? ''
        : l10n.t('Its records say which files were read, not which lines.'),
    picked: ticked.includes(agent),
    agent,
  }));
  const picked = await window.showQuickPick(items, {
    canPickMany: true,
    title: l10n.t('Show sessions of which agents?'),
    placeHolder: l10n.t('Tick the agents whose records may be opened in this workspace.'),
  });
  return picked?.map(({ agent }) => agent);
}
