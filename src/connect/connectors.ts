import type { AgentConnector } from './agentConnector';
import { claudeCode } from './claudeCode/claudeCode';
import { codex } from './codex/codex';
import { copilotCli } from './copilotCli/copilotCli';
import { gemini } from './gemini/gemini';
import { qwenCode } from './qwenCode/qwenCode';

/** Every agent that can be connected. */
export const CONNECTORS: readonly AgentConnector[] = [claudeCode, codex, copilotCli, gemini, qwenCode];
