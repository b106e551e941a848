import { l10n, type QuickPickItem, window } from 'vscode';
import type { AgentConnector, ConnectPlace } from '../../connect/agentConnector';
import { connectedPlaces } from '../../connect/connection';
import type { Machine } from '../../connect/programs';
import { hasProxyForLoopback } from '../../connect/proxy';
import { formatVersion, isAtLeast, type Version } from '../../connect/version';
import { openFolders } from '../following';
import { inLabel } from '../names';
import type { ConnectingParts } from './connecting';
import { filesInShort, levelAdvice, levelInWords } from './connectWords';

/** How the hooks of each tool call reach the windows: through the companion, or straight by HTTP. */
export type Way = 'program' | 'http';

/** Asks whose settings are to be changed. */
export async function choosePlace(
  connector: AgentConnector,
  version: Version,
  { machine, userFolder }: Pick<ConnectingParts, 'machine' | 'userFolder'>,
): Promise<ConnectPlace | undefined> {
  const places = connector.places(machine, openFolders());
  const connected = await connectedPlaces(places, userFolder);
  const items = places.map((place): QuickPickItem & { readonly place: ConnectPlace } => ({
    label: levelInWords(place.level),
    description: inLabel(filesInShort(place)),
    detail: [connected.includes(place) ? l10n.t('Connected.') : '', levelAdvice(place.level)]
      .join(' ')
      .trim(),
    place,
  }));
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Connect {agent} {version}', { agent: connector.name, version: formatVersion(version) }),
    placeHolder: l10n.t('Choose whose settings to change. The change is shown before it is made.'),
  });
  return picked?.place;
}

/** Asks how. A secret is not written where others read it. */
export async function chooseWay(
  connector: AgentConnector,
  version: Version,
  { level }: ConnectPlace,
  { env }: Machine,
): Promise<Way | undefined> {
  const hasHttp = connector.http !== undefined && isAtLeast(version, connector.http.since);
  if (!hasHttp || level === 'folder-shared' || hasProxyForLoopback(env)) return 'program';
  const items: readonly (QuickPickItem & { readonly way: Way })[] = [
    {
      label: l10n.t('By a small program'),
      description: l10n.t('recommended'),
      detail: l10n.t(
        'Each call waits while Node starts twice. Text of files stays out of it, and nothing is lost while no window is open.',
      ),
      way: 'program',
    },
    {
      label: l10n.t('By HTTP'),
      detail: l10n.t(
        'A few ms for each call while a window is open; else an error in the record of each call, and some 300 ms where the window hangs. What tools return, text of files too, goes to a port of this machine: only where nobody else uses it.',
      ),
      way: 'http',
    },
  ];
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Connect {agent} {version}', { agent: connector.name, version: formatVersion(version) }),
    placeHolder: l10n.t('Choose how the agent tells of each call.'),
  });
  return picked?.way;
}
