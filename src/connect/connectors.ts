import type { AgentConnector } from './agentConnector';
import { claudeCode } from './claudeCode/claudeCode';
import { cline } from './cline/cline';
import { codex } from './codex/codex';
import { copilotCli } from './copilotCli/copilotCli';
import { cursor } from './cursor/cursor';
import { gemini } from './gemini/gemini';
import { opencode } from './opencode/opencode';
import { pi } from './pi/pi';
import { qwenCode } from './qwenCode/qwenCode';
import { vscodeChat } from './vscodeChat/vscodeChat';

/** Every agent that can be connected. */
export const CONNECTORS: readonly AgentConnector[] = [
  claudeCode,
  codex,
  copilotCli,
  gemini,
  qwenCode,
  opencode,
  pi,
  cline,
  cursor,
  vscodeChat,
];
