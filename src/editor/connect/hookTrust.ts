import { l10n, window } from 'vscode';
import type { AgentConnector, ConnectPlace } from '../../connect/agentConnector';
import type { ConnectingParts } from './connecting';
import { byHandInWords } from './connectWords';

/**
 * Tells that an agent is connected, and what is left to a person. Where the agent runs hooks only once a person trusts
 * them, it can be looked up whether that has happened, as often as is wanted; it is never done for the person.
 *
 * @param head and what comes after it: sentences
 */
export async function tellConnected(
  connector: AgentConnector,
  place: ConnectPlace,
  { machine, userFolder }: ConnectingParts,
  head: string,
  cautions: readonly string[],
): Promise<void> {
  const { name: agent, byHand } = connector;
  const ask = async () => connector.trust?.(place, userFolder, machine);
  const trust = await ask();
  const left = byHand.filter((step) => trust !== 'given' || step !== 'trust-hooks');
  const text = [head, ...left.map((step) => byHandInWords(step, agent)), ...cautions].join(' ');
  if (trust === undefined || trust === 'given') {
    window.showInformationMessage(text);
    return;
  }
  const check = l10n.t('Check Trust');
  let picked = await window.showInformationMessage(text, check);
  while (picked === check) {
    const now = await ask();
    if (now === 'given') {
      window.showInformationMessage(l10n.t('{agent} trusts the hooks of this extension.', { agent }));
      return;
    }
    const problem =
      now === 'off'
        ? l10n.t('Hooks are switched off in the settings of {agent}: it runs none.', { agent })
        : l10n.t('{agent} does not trust all hooks of this extension yet.', { agent });
    const advice = now === 'off' ? [] : [byHandInWords('trust-hooks', agent)];
    picked = await window.showWarningMessage([problem, ...advice].join(' '), check);
  }
}
