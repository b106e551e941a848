import type { JsonObject } from '../../../src/agents/adapter';
import { AGENT_HOOKS, type AgentHooks, hookReport } from '../../../src/agents/hooks/dialects';
import { parseReport, printReport } from '../../../src/agents/hooks/message';
import { agentOfPayload } from '../../../src/agents/hooks/payloadKind';
import { isObject } from '../../../src/agents/json';
import { HookMemory } from '../../../src/agents/opencode/hookMemory';
import { hookPayloads } from '../../golden/support/capture';
import { opencodePayloads, piPayloads } from '../../golden/support/insidePayloads';
import { mutateJsonText } from '../engine/mutateJsonText';
import { demand, type Target } from '../engine/target';
import { checkEvents } from '../oracles/events';
import { KnownTexts } from '../oracles/knownTexts';
import { checkNoText, checkShown } from '../oracles/texts';
import { CURSOR_PAYLOADS, VSCODE_CHAT_PAYLOADS } from './samples/hookPayloads';

const NOW = 1_800_000_000_000;
const MOST_SEEDS = 120;
const LARGEST = 64 * 1024;
const VERDICT = { stop: { reason: 'r' }, deny: { reason: 'd' }, context: 'c' };
const NAMES = [undefined, 'preToolUse', 'postToolUse', '/ws', '\u0000', '__proto__'];

const PAYLOADS: ReadonlyMap<string, () => readonly JsonObject[]> = new Map([
  ['claude-code', () => hookPayloads('claude-code')],
  ['cline', () => hookPayloads('cline')],
  ['codex', () => [...hookPayloads('codex-direct'), ...hookPayloads('codex-cm')]],
  ['copilot-cli', () => hookPayloads('copilot-cli')],
  ['cursor', () => CURSOR_PAYLOADS],
  ['gemini', () => hookPayloads('gemini')],
  ['opencode', opencodePayloads],
  ['pi', piPayloads],
  ['qwen-code', () => hookPayloads('qwen-code')],
  ['vscode-chat', () => VSCODE_CHAT_PAYLOADS],
]);

/** Payloads of an agent, a line each: what the companion is given, and what comes by HTTP. */
function hooksTarget(hooks: AgentHooks): Target {
  const { agent } = hooks.dialect;
  return {
    name: `hooks-${agent}`,
    checks:
      'what is told arrives as it was told; no line credited whose text is not in the payload; no text in what is told or answered',
    seeds: () => seedsOf(PAYLOADS.get(agent)?.() ?? []),
    mutate: mutateJsonText,
    open: async () => {
      const hasher = new KnownTexts([7, 9]);
      const memory = new HookMemory();
      return {
        run: (input) => {
          hasher.forget();
          for (const payload of payloadsIn(input)) {
            memory.payload(payload);
            check(hooks, payload, hasher);
          }
        },
        close: () => undefined,
      };
    },
  };
}

export const HOOK_TARGETS: readonly Target[] = AGENT_HOOKS.map(hooksTarget);

function seedsOf(payloads: readonly JsonObject[]): Buffer[] {
  const lines = payloads.map((payload) => JSON.stringify(payload)).filter((line) => line.length < LARGEST);
  const every = Math.ceil(lines.length / MOST_SEEDS);
  return lines.filter((_, i) => i % every === 0).map((line) => Buffer.from(line));
}

function payloadsIn(input: Buffer): JsonObject[] {
  return input
    .toString('utf8')
    .split('\n')
    .flatMap((line): JsonObject[] => {
      try {
        const value: unknown = JSON.parse(line);
        return isObject(value) ? [value] : [];
      } catch {
        return []; // The bytes were changed.
      }
    });
}

function check(hooks: AgentHooks, payload: JsonObject, hasher: KnownTexts): void {
  const { dialect } = hooks;
  for (const { dialect: other } of AGENT_HOOKS) agentOfPayload(other.agent, payload);
  if (!dialect.recognises(payload)) return;
  for (const hook of NAMES) {
    const report = hookReport(hooks, payload, { hasher, time: NOW, ...(hook === undefined ? {} : { hook }) });
    if (report === null) continue;
    const answers = [VERDICT, { deny: VERDICT.deny }, { context: 'c' }, { stop: VERDICT.stop }].map(
      (verdict) => JSON.stringify(dialect.answer(payload, report, verdict)),
    );
    const sent = JSON.stringify(printReport(report, hasher));
    const heard = parseReport(JSON.parse(sent), { hasher, agent: dialect.agent, now: NOW + 1 });
    if (heard !== null) {
      const same = heard.events.length === report.events.length;
      demand(same, () => `${report.events.length} events told, ${heard.events.length} heard`);
      checkEvents(heard.events, hasher, true);
      checkShown(heard.events, [payload], hasher);
    }
    checkNoText([sent, ...answers].join('\n'), [payload]);
    if (heard !== null && hook === undefined) break;
  }
}
