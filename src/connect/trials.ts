import type { HookCall, HttpHook, Trial } from './agentConnector';

/**
 * Of hooks that call the companion, and of those that speak HTTP where some do.
 *
 * @param hook the hook's name, where its payload does not say it
 */
export function companionTrials(
  call: HookCall,
  payload: object,
  { hook, http }: { readonly hook?: string; readonly http?: HttpHook | undefined } = {},
): readonly Trial[] {
  const byCommand: Trial = { kind: 'command', command: call.command(hook), payload };
  return http === undefined ? [byCommand] : [byCommand, { kind: 'http', hook: http, payload }];
}
