import type { JsonObject } from '../../../src/agents/adapter';
import { HookMemory } from '../../../src/agents/opencode/hookMemory';
import { hookPayloads } from './capture';

const PI_SESSION = '01a22b93-cede-73bd-8cad-804e0ce4c215';

/** What OpenCode called its plugin with, completed by what the plugin knows; in order. */
export function opencodePayloads(): JsonObject[] {
  const memory = new HookMemory();
  return hookPayloads('opencode').flatMap((hook): JsonObject[] => {
    const payload = memory.payload(hook);
    return payload === null ? [] : [payload];
  });
}

/** The same of pi and its extension. */
export function piPayloads(): JsonObject[] {
  return hookPayloads('pi').map((payload) => ({ ...payload, known: { session: PI_SESSION } }));
}
