import { extensions, l10n, ProgressLocation, type QuickPickItem, window } from 'vscode';
import type { AgentConnector, Install } from '../../connect/agentConnector';
import type { Machine } from '../../connect/programs';
import { compareVersions, formatVersion, isAtLeast, parseVersion, type Version } from '../../connect/version';
import { inLabel, inMessage } from '../names';
import { shortPath } from './connectWords';

/**
 * The version that hooks are written for: the oldest of those that are installed, since all read the same settings.
 * A person is asked where none is found. Undefined where there is nothing to write.
 */
export async function agentVersion(
  connector: AgentConnector,
  machine: Machine,
): Promise<Version | undefined> {
  const { name } = connector;
  const installs = await window.withProgress(
    { location: ProgressLocation.Window, title: l10n.t('Looking for {agent}…', { agent: name }) },
    () => installsOf(connector, machine),
  );
  const [oldest] = [...installs].sort((a, b) => compareVersions(a.version, b.version));
  if (!oldest) return askForVersion(connector);
  if (isAtLeast(oldest.version, connector.oldest)) return oldest.version;
  window.showErrorMessage(
    l10n.t(
      '{agent} {version} ({file}) cannot be connected: its hooks do not say for which subagent they are called. Update it to {oldest} or later. Its transcripts are followed all the same.',
      {
        agent: name,
        version: formatVersion(oldest.version),
        file: inMessage(shortPath(oldest.file)),
        oldest: formatVersion(connector.oldest),
      },
    ),
  );
  return undefined;
}

async function installsOf(connector: AgentConnector, machine: Machine): Promise<readonly Install[]> {
  const bundled = connector.extensions.flatMap((id) => {
    const extension = extensions.getExtension(id);
    const version = extension && parseVersion(String(extension.packageJSON.version));
    return version ? [{ file: extension.extensionPath, version }] : [];
  });
  return [...(await connector.installs(machine)), ...bundled];
}

interface VersionItem extends QuickPickItem {
  readonly version: Version;
}

async function askForVersion({ name, milestones }: AgentConnector): Promise<Version | undefined> {
  const items = milestones.map(
    (version): VersionItem => ({
      label: l10n.t('{version} or later', { version: formatVersion(version) }),
      version,
    }),
  );
  const picked = await window.showQuickPick(items, {
    title: l10n.t('{agent} was not found. Which version do you use?', { agent: inLabel(name) }),
    placeHolder: l10n.t(
      'Choose an older one when in doubt: one that does not know what is written may run no hook.',
    ),
  });
  return picked?.version;
}
