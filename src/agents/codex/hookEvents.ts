import type { HookEvents } from '../hooks/dialect';
import { lifeEvents } from '../hooks/lifeEvents';

/** What happened, by the payload of a hook of Codex: of calls, the rollout tells. */
export const codexHookEvents: HookEvents = (frame) => lifeEvents('codex', frame);
