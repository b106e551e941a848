import type { HookDialect } from '../hooks/dialect';
import { textField } from '../json';
import { hookAnswer } from './hookAnswer';
import { hookFrame } from './hookFrame';

/** How the hooks of Qwen Code speak. */
export const qwenCodeDialect: HookDialect = {
  agent: 'qwen-code',
  recognises: (payload) =>
    ['session_id', 'cwd', 'hook_event_name', 'timestamp'].every(
      (name) => (textField(payload, name) ?? '') !== '',
    ),
  frame: (payload, _hook, time) => hookFrame(payload, time),
  answer: (payload, _frame, verdict) => hookAnswer(payload, verdict),
};
