import { type QuickPickItem, window } from 'vscode';
import type { AgentConnector } from '../../connect/agentConnector';
import { CONNECTORS } from '../../connect/connectors';

/** Asks for the agent. */
export async function chooseConnector(title: string): Promise<AgentConnector | undefined> {
  const items = CONNECTORS.map((connector): QuickPickItem & { readonly connector: AgentConnector } => ({
    label: connector.name,
    connector,
  }));
  return (await window.showQuickPick(items, { title }))?.connector;
}
