import type { LineHasher } from '../../text/lineHash';
import type { JsonObject } from '../adapter';
import { claudeCodeDialect } from '../claudeCode/hookDialect';
import { claudeCodeHookEvents } from '../claudeCode/hookEvents';
import { clineDialect } from '../cline/hookDialect';
import { clineHookEvents } from '../cline/hookEvents';
import { codexDialect } from '../codex/hookDialect';
import { codexHookEvents } from '../codex/hookEvents';
import { copilotCliDialect } from '../copilotCli/hookDialect';
import { copilotCliHookEvents } from '../copilotCli/hookEvents';
import { cursorDialect } from '../cursor/hookDialect';
import { cursorHookEvents } from '../cursor/hookEvents';
import { geminiDialect } from '../gemini/hookDialect';
import { geminiHookEvents } from '../gemini/hookEvents';
import { opencodeDialect } from '../opencode/hookDialect';
import { opencodeHookEvents } from '../opencode/hookEvents';
import { piDialect } from '../pi/hookDialect';
import { piHookEvents } from '../pi/hookEvents';
import { qwenCodeDialect } from '../qwenCode/hookDialect';
import { qwenCodeHookEvents } from '../qwenCode/hookEvents';
import { withSoundNames } from '../soundNames';
import { vscodeChatDialect } from '../vscodeChat/hookDialect';
import { vscodeChatHookEvents } from '../vscodeChat/hookEvents';
import type { HookDialect, HookEvents } from './dialect';
import { agentOfPayload } from './payloadKind';
import type { HookReport } from './report';

/** An agent's hooks: how they speak, and what can be found out from what they say. */
export interface AgentHooks {
  readonly dialect: HookDialect;
  readonly events: HookEvents;
}

/**
 * Every agent whose hooks are understood, for whoever may load all of it. The companion, which an agent waits for, loads
 * what it needs by itself (`src/companion/parts.ts`).
 */
export const AGENT_HOOKS: readonly AgentHooks[] = [
  { dialect: claudeCodeDialect, events: claudeCodeHookEvents },
  { dialect: clineDialect, events: clineHookEvents },
  { dialect: codexDialect, events: codexHookEvents },
  { dialect: copilotCliDialect, events: copilotCliHookEvents },
  { dialect: cursorDialect, events: cursorHookEvents },
  { dialect: geminiDialect, events: geminiHookEvents },
  { dialect: opencodeDialect, events: opencodeHookEvents },
  { dialect: piDialect, events: piHookEvents },
  { dialect: qwenCodeDialect, events: qwenCodeHookEvents },
  { dialect: vscodeChatDialect, events: vscodeChatHookEvents },
];

/**
 * The hooks that a payload came from; undefined where it is nobody's that is known.
 *
 * @param named the kind of the agent whose settings say what is called
 */
export function hooksOf(named: string, payload: JsonObject): AgentHooks | undefined {
  const agent = agentOfPayload(named, payload);
  return AGENT_HOOKS.find(({ dialect }) => dialect.agent === agent && dialect.recognises(payload));
}

export interface HookContext {
  readonly hasher: LineHasher;
  /** When the hook was called, in milliseconds since the epoch. */
  readonly time: number;
  /** The hook's name, where the agent's settings had to say it. */
  readonly hook?: string;
}

/** What a payload tells, with all text of files taken out; null as {@link HookDialect.frame}. */
export function hookReport(
  { dialect, events }: AgentHooks,
  payload: JsonObject,
  { hasher, time, hook }: HookContext,
): HookReport | null {
  const frame = dialect.frame(payload, hook, time);
  return frame && { ...frame, events: withSoundNames(events(frame, payload, hasher)) };
}
