import type { AgentConnector } from './agentConnector';
import { claudeCode } from './claudeCode/claudeCode';

/** Every agent that can be connected. */
export const CONNECTORS: readonly AgentConnector[] = [claudeCode];
