import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { env, extensions, l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { AgentConnector, ConnectPlace } from '../../connect/agentConnector';
import { connectedPlaces } from '../../connect/connection';
import { CONNECTORS } from '../../connect/connectors';
import { isInstalled } from '../../connect/installs';
import type { Machine } from '../../connect/programs';
import { openFolders } from '../following';
import type { ConnectingParts } from './connecting';

interface ConnectorItem extends QuickPickItem {
  readonly connector?: AgentConnector;
}

/** Asks for the agent: first those that are on this machine. Undefined where none is chosen. */
export async function chooseConnector(
  title: string,
  { machine, userFolder }: Pick<ConnectingParts, 'machine' | 'userFolder'>,
): Promise<AgentConnector | undefined> {
  const known = await Promise.all(
    CONNECTORS.map(async (connector) => {
      const places = connector.places(machine, openFolders());
      const [isHere, connected] = await Promise.all([
        isOnMachine(connector, places, machine),
        connectedPlaces(places, userFolder),
      ]);
      const item: ConnectorItem = {
        label: connector.name,
        description: stateInWords(isHere, connected.length > 0),
        connector,
      };
      return { item, isHere };
    }),
  );
  const itemsWhere = (here: boolean) => known.filter(({ isHere }) => isHere === here).map(({ item }) => item);
  const missing = itemsWhere(false);
  const separator = { label: '', kind: QuickPickItemKind.Separator };
  const items: readonly ConnectorItem[] = [
    ...itemsWhere(true),
    ...(missing.length > 0 ? [separator] : []),
    ...missing,
  ];
  return (await window.showQuickPick(items, { title }))?.connector;
}

function stateInWords(isHere: boolean, isConnected: boolean): string {
  const said = [isConnected ? l10n.t('connected') : '', isHere ? '' : l10n.t('not found on this machine')];
  return said.filter(Boolean).join(' · ');
}

/** Where nothing else could tell, by the folder in which a person's own settings of it would stand. */
async function isOnMachine(
  { program, extensions: ids, editors }: AgentConnector,
  places: readonly ConnectPlace[],
  machine: Machine,
): Promise<boolean> {
  if (ids.some((id) => extensions.getExtension(id) !== undefined)) return true;
  if (editors?.test(env.appName)) return true;
  if (program !== undefined) return isInstalled(program, machine);
  const own = places.filter(({ level }) => level === 'user').flatMap(({ files }) => files);
  return editors === undefined && own.some(({ file }) => existsSync(dirname(file)));
}
