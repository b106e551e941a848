import type { HookEvents } from '../hooks/dialect';
import { lifeEvents } from '../hooks/lifeEvents';

/** What happened, by the payload of a hook of Copilot CLI: of calls, the session's own record tells. */
export const copilotCliHookEvents: HookEvents = (frame) => lifeEvents('copilot-cli', frame);
