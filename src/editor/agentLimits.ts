import { l10n } from 'vscode';
import { agentName, type FoundAgent } from '../agents/agentNames';
import { listed } from './names';

/** Agents whose records tell what was asked for, and not what came back. */
const WITHOUT_LINES: ReadonlySet<FoundAgent> = new Set(['cursor', 'vscode-chat']);

/** What cannot be known of some of these agents; undefined where there is nothing to say. */
export function limitInWords(agents: readonly FoundAgent[]): string | undefined {
  const limited = agents.filter((agent) => WITHOUT_LINES.has(agent));
  if (limited.length === 0) return undefined;
  return l10n.t(
    'Not supported yet for {agents}: which lines were given. The records only say which files were read.',
    { agents: listed(limited.map(agentName)) },
  );
}
