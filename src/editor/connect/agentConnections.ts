import { commands, l10n } from 'vscode';
import { agentName, type FoundAgent } from '../../agents/agentNames';
import { connectedPlaces } from '../../connect/connection';
import { CONNECTORS } from '../../connect/connectors';
import { COMMANDS } from '../commandNames';
import type { Answer } from '../diagnostics/answer';
import { openFolders } from '../following';
import { inLabel } from '../names';
import type { ConnectingParts } from './connecting';
import { filesInShort } from './connectWords';

/** Whether an agent of this kind can be connected, or only be followed by its transcripts. */
export function isConnectable(agent: string): boolean {
  return CONNECTORS.some((connector) => connector.agent === agent);
}

/** How each of these agents is known: by its hooks too, by its transcripts alone, or never otherwise. */
export async function connectionAnswers(
  agents: readonly FoundAgent[],
  { machine, userFolder }: Pick<ConnectingParts, 'machine' | 'userFolder'>,
): Promise<readonly Answer[]> {
  return Promise.all(
    agents.map(async (kind): Promise<Answer> => {
      const agent = agentName(kind);
      const connector = CONNECTORS.find((each) => each.agent === kind);
      if (connector === undefined) {
        return {
          text: l10n.t('{agent} cannot be connected: it is known by its transcripts only.', { agent }),
        };
      }
      const connected = await connectedPlaces(connector.places(machine, openFolders()), userFolder);
      if (connected.length > 0) {
        return {
          text: l10n.t('{agent} is connected.', { agent }),
          detail: inLabel(connected.map(filesInShort).join(', ')),
        };
      }
      return {
        text: l10n.t('{agent} is not connected: it is known by its transcripts only.', { agent }),
        detail: l10n.t(
          'Connected, it tells of each call as it is made, and a stop is the answer to its next call.',
        ),
        fix: {
          label: l10n.t('Connect it'),
          run: () => commands.executeCommand(COMMANDS.connectAgent, kind),
        },
      };
    }),
  );
}
