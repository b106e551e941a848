import { env, extensions, l10n, ProgressLocation, type QuickPickItem, version, window } from 'vscode';
import type { AgentConnector, Install } from '../../connect/agentConnector';
import { installsOf } from '../../connect/installs';
import type { Machine } from '../../connect/programs';
import { compareVersions, formatVersion, isAtLeast, parseVersion, type Version } from '../../connect/version';
import { inLabel, inMessage } from '../names';
import { lackInWords, shortPath } from './connectWords';

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
    () => allInstalls(connector, machine),
  );
  const [oldest] = [...installs].sort((a, b) => compareVersions(a.version, b.version));
  if (!oldest) {
    // Of an agent that could not be found in any way, there is nothing to choose from.
    const { program, extensions: ids, editors, milestones } = connector;
    const couldBeFound = program !== undefined || ids.length > 0 || editors !== undefined;
    return couldBeFound || milestones.length > 1 ? askForVersion(connector) : milestones[0];
  }
  if (isAtLeast(oldest.version, connector.oldest.version)) return oldest.version;
  window.showErrorMessage(
    l10n.t(
      '{agent} {version} ({file}) cannot be connected: {reason} Update it to {oldest} or later. Its transcripts are followed all the same.',
      {
        agent: name,
        version: formatVersion(oldest.version),
        file: inMessage(shortPath(oldest.file)),
        reason: lackInWords(connector.oldest.lacks),
        oldest: formatVersion(connector.oldest.version),
      },
    ),
  );
  return undefined;
}

async function allInstalls(
  { program, extensions: ids, editors }: AgentConnector,
  machine: Machine,
): Promise<readonly Install[]> {
  const bundled = ids.flatMap((id) => {
    const extension = extensions.getExtension(id);
    const own = extension && parseVersion(String(extension.packageJSON.version));
    return own ? [{ file: extension.extensionPath, version: own }] : [];
  });
  const builtIn = editors?.test(env.appName) ? parseVersion(version) : undefined;
  return [
    ...(program === undefined ? [] : await installsOf(program, machine)),
    ...bundled,
    ...(builtIn === undefined ? [] : [{ file: env.appRoot, version: builtIn }]),
  ];
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
