import type { Envelope } from '../../tracker/event';
import type { HookEvents } from '../hooks/dialect';

/** The source of Gemini CLI's events, whether its transcripts or its hooks tell them. */
const GEMINI = 'gemini';

/** What happened, by the payload of a hook of Gemini CLI: beginnings, ends and prompts only, see `hookFrame`. */
export const geminiHookEvents: HookEvents = ({ moment, session, actor, time, cwd, isPerson }) => {
  const base: Envelope = { source: GEMINI, session, agent: GEMINI, actor, time, call: null };
  switch (moment) {
    case 'session-start':
      return [{ kind: 'session-start', ...base, cwd, parent: null }];
    case 'prompt':
      return isPerson ? [{ kind: 'prompt', ...base }] : [];
    case 'session-end':
      return [{ kind: 'session-end', ...base }];
    default:
      return [];
  }
};
