import { claudeCode } from './claudeCode';
import type { AgentClient } from './client';
import { cline } from './cline';
import { codex } from './codex';
import { copilotCli } from './copilotCli';
import { gemini } from './gemini';
import { opencode } from './opencode';
import { pi } from './pi';
import { qwenCode } from './qwenCode';

/** Every agent that can be run here. */
export const CLIENTS: readonly AgentClient[] = [
  claudeCode,
  gemini,
  codex,
  opencode,
  copilotCli,
  qwenCode,
  pi,
  cline,
];
