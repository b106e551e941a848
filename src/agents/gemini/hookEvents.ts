import type { HookEvents } from '../hooks/dialect';
import { lifeEvents } from '../hooks/lifeEvents';

/** What happened, by the payload of a hook of Gemini CLI: beginnings, ends and prompts only, see `hookFrame`. */
export const geminiHookEvents: HookEvents = (frame) => lifeEvents('gemini', frame);
