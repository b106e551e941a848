import { FOUND_AGENTS, type FoundAgent } from '../agents/agentNames';
import { type AgentSetting, CHECKS } from './settings';

/** Agents whose transcripts can be followed, each with its setting. */
export const AGENTS: readonly FoundAgent[] = Object.keys(FOUND_AGENTS).filter(isFoundAgent);

/** `copilot-cli` → `agents.copilotCli` */
export function settingOf(agent: FoundAgent): AgentSetting {
  const name = `agents.${inCamelCase(agent)}`;
  if (!isAgentSetting(name)) throw new TypeError(`${name} is no setting`);
  return name;
}

/** The key under which a workspace remembers the answer for an agent. */
export function answerOf(agent: FoundAgent): string {
  return `${inCamelCase(agent)}.answer`;
}

function inCamelCase(agent: FoundAgent): string {
  return agent.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function isFoundAgent(kind: string): kind is FoundAgent {
  return Object.hasOwn(FOUND_AGENTS, kind);
}

function isAgentSetting(name: string): name is AgentSetting {
  return Object.hasOwn(CHECKS, name) && name.startsWith('agents.');
}
