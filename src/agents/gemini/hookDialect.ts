import type { HookDialect } from '../hooks/dialect';
import { textField } from '../json';
import { hookAnswer } from './hookAnswer';
import { hookFrame } from './hookFrame';

/** How the hooks of Gemini CLI speak. */
export const geminiDialect: HookDialect = {
  agent: 'gemini',
  recognises: (payload) =>
    ['session_id', 'cwd', 'hook_event_name', 'timestamp'].every(
      (name) => (textField(payload, name) ?? '') !== '',
    ),
  frame: (payload, _hook, time) => hookFrame(payload, time),
  answer: (payload, _frame, verdict) => hookAnswer(payload, verdict),
};
