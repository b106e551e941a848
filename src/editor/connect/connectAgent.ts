import { l10n, ProgressLocation, window, workspace } from 'vscode';
import { updateCompanion } from '../../channel/companionFile';
import { makeHttpPlace } from '../../channel/httpPlace';
import type { AgentConnector, ConnectPlace, HookCall } from '../../connect/agentConnector';
import { companionCalls } from '../../connect/companionCommand';
import {
  changedFiles,
  changesNothing,
  connect,
  type PlaceChange,
  planConnection,
} from '../../connect/connection';
import { CONNECTORS } from '../../connect/connectors';
import { dropUnusedHttpPlace } from '../../connect/httpUse';
import { writeLauncher } from '../../connect/launcher';
import { companionRuntimes } from '../../connect/runtimes';
import { formatVersion, type Version } from '../../connect/version';
import { shown } from '../../text/escape';
import { platformOf } from '../../text/platform';
import { inLabel, inMessage } from '../names';
import { agentVersion } from './agentVersion';
import { chooseConnector } from './chooseConnector';
import { choosePlace, chooseWay, type Way } from './connectChoices';
import type { ConnectingParts } from './connecting';
import { testConnection } from './connectionTest';
import { cautionInWords, deafnessInWords, filesInShort, stopCaution, unlessRefused } from './connectWords';
import { tellConnected } from './hookTrust';

/** Connects an agent's hooks to this product: shows the exact change, asks, makes it, and tries it. */
export class ConnectAgent {
  readonly #parts: ConnectingParts;

  constructor(parts: ConnectingParts) {
    this.#parts = parts;
  }

  /** @param named the agent's kind; asked where it is none that is known */
  async run(named?: unknown): Promise<void> {
    if (!workspace.isTrusted) {
      window.showInformationMessage(l10n.t('In Restricted Mode no agent can be connected.'));
      return;
    }
    const connector =
      CONNECTORS.find(({ agent }) => agent === named) ??
      (await chooseConnector(l10n.t('Connect which agent?'), this.#parts));
    const version = connector && (await agentVersion(connector, this.#parts.machine));
    if (!version) return;
    const place = await choosePlace(connector, version, this.#parts);
    const way = place && (await chooseWay(connector, version, place, this.#parts.machine));
    if (!way) return;
    await unlessRefused(() => this.#connect(connector, version, place, way));
  }

  async #connect(connector: AgentConnector, version: Version, place: ConnectPlace, way: Way): Promise<void> {
    const { machine, userFolder, preview, editorRuntime, log, shippedCompanion } = this.#parts;
    const { name: agent } = connector;
    const runtimes = await companionRuntimes(machine, editorRuntime);
    const call: HookCall = {
      version,
      ...companionCalls(connector.agent, userFolder, runtimes, machine.platform),
      http: way === 'http' ? await makeHttpPlace(userFolder) : undefined,
    };
    const change = await planConnection(connector, place, call, userFolder);
    const cautions = cautionsOf(change, version);
    const file = inLabel(filesInShort(place));
    const isWanted =
      changesNothing(change) ||
      (await preview.ask(changedFiles(change.files), {
        title: l10n.t('Connect {agent}: change of {file}', { agent, file }),
        question: l10n.t('Is {file} to be changed as shown?', { file }),
        action: l10n.t('Change {file}', { file }),
        cautions,
      }));
    if (!isWanted) {
      await dropUnusedHttpPlace(userFolder);
      return;
    }
    await updateCompanion(shippedCompanion, userFolder);
    if (platformOf(machine.platform).hasShell) await writeLauncher(userFolder, runtimes);
    await connect(change, userFolder);
    log.note(`Connected ${connector.agent} ${formatVersion(version)}: ${shown(filesInShort(place))}`);
    await this.#test(connector, call, place, cautions);
  }

  async #test(
    connector: AgentConnector,
    call: HookCall,
    place: ConnectPlace,
    cautions: readonly string[],
  ): Promise<void> {
    const { name: agent } = connector;
    const outcome = await window.withProgress(
      { location: ProgressLocation.Window, title: l10n.t('Trying the connection to {agent}…', { agent }) },
      () => testConnection(connector, call, place, this.#parts),
    );
    this.#parts.log.note(`Test of the connection to ${connector.agent}: ${shown(JSON.stringify(outcome))}`);
    if (outcome.kind === 'failed') {
      const file = inMessage(filesInShort(place));
      window.showWarningMessage(
        l10n.t(
          '{file} was changed, but what it calls failed in a test: {problem}. The agent goes on without it.',
          {
            file,
            problem: inMessage(outcome.problem),
          },
        ),
      );
      return;
    }
    const head =
      outcome.kind === 'heard'
        ? l10n.t('{agent} is connected: a test event came through in {ms} ms.', { agent, ms: outcome.took })
        : l10n.t('{agent} is connected, but a test event did not come to this window: {reason}', {
            agent,
            reason: deafnessInWords(outcome.because, agent),
          });
    // Nothing waits for what a person makes of it.
    tellConnected(connector, place, this.#parts, head, cautions).catch((error: unknown) =>
      this.#parts.log.failure('Whether hooks are trusted could not be looked up', error),
    );
  }
}

/** What a person should know before the change is made. */
function cautionsOf({ connector, files }: PlaceChange, version: Version): readonly string[] {
  const cautions = new Set(files.flatMap(({ after }) => connector.cautions(after ?? '', version)));
  const ofFiles = [...cautions].map((caution) => cautionInWords(caution, connector.name));
  const ofStops = stopCaution(connector, version);
  return ofStops === undefined ? ofFiles : [...ofFiles, ofStops];
}
