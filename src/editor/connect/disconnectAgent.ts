import { l10n, type QuickPickItem, window, workspace } from 'vscode';
import type { AgentConnector, ConnectPlace } from '../../connect/agentConnector';
import { changedFiles, connectedPlaces, disconnect, planDisconnection } from '../../connect/connection';
import { CONNECTORS } from '../../connect/connectors';
import { shown } from '../../text/escape';
import { openFolders } from '../following';
import { inLabel } from '../names';
import type { ConnectingParts } from './connecting';
import { filesInShort, levelInWords, unlessRefused } from './connectWords';

interface Connected {
  readonly connector: AgentConnector;
  readonly place: ConnectPlace;
}

/** Takes an agent's hooks out of its settings again, and nothing else. */
export class DisconnectAgent {
  readonly #parts: ConnectingParts;

  constructor(parts: ConnectingParts) {
    this.#parts = parts;
  }

  async run(): Promise<void> {
    if (!workspace.isTrusted) {
      window.showInformationMessage(l10n.t('In Restricted Mode no agent can be disconnected.'));
      return;
    }
    const chosen = await this.#choose();
    if (chosen) await unlessRefused(() => this.#disconnect(chosen));
  }

  async #choose(): Promise<Connected | undefined> {
    const { machine, userFolder } = this.#parts;
    const connected: Connected[] = [];
    for (const connector of CONNECTORS) {
      const places = connector.places(machine, openFolders());
      for (const place of await connectedPlaces(places, userFolder)) connected.push({ connector, place });
    }
    if (connected.length === 0) {
      window.showInformationMessage(l10n.t('No agent is connected, neither for you nor for this folder.'));
      return undefined;
    }
    const items = connected.map((each): QuickPickItem & { readonly connected: Connected } => ({
      label: `${each.connector.name}: ${levelInWords(each.place.level)}`,
      description: inLabel(filesInShort(each.place)),
      connected: each,
    }));
    const picked = await window.showQuickPick(items, {
      title: l10n.t('Disconnect which agent?'),
      placeHolder: l10n.t('The change is shown before it is made.'),
    });
    return picked?.connected;
  }

  async #disconnect({ connector, place }: Connected): Promise<void> {
    const { userFolder, preview, log } = this.#parts;
    const change = await planDisconnection(connector, place, userFolder);
    const file = inLabel(filesInShort(place));
    const isWanted = await preview.ask(changedFiles(change.files), {
      title: l10n.t('Disconnect {agent}: change of {file}', { agent: connector.name, file }),
      question: l10n.t('Is {file} to be changed as shown?', { file }),
      action: change.files.every(({ after }) => after === null)
        ? l10n.t('Remove {file}', { file })
        : l10n.t('Change {file}', { file }),
      cautions: [],
    });
    if (!isWanted) return;
    await disconnect(change, userFolder);
    log.note(`Disconnected ${connector.agent}: ${shown(filesInShort(place))}`);
    window.showInformationMessage(
      l10n.t('{agent} is disconnected. Sessions that run already may call the companion until they end.', {
        agent: connector.name,
      }),
    );
  }
}
