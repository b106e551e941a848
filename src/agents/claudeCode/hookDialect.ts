import type { HookDialect } from '../hooks/dialect';
import { payloadKind } from '../hooks/payloadKind';
import { hookAnswer } from './hookAnswer';
import { hookFrame } from './hookFrame';

/** How the hooks of Claude Code speak. */
export const claudeCodeDialect: HookDialect = {
  agent: 'claude-code',
  recognises: (payload) => payloadKind(payload) === 'claude-code',
  frame: (payload, _hook, time) => hookFrame(payload, time),
  answer: (payload, _frame, verdict) => hookAnswer(payload, verdict),
};
