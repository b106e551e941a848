import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/agents/adapter';
import { AGENT_HOOKS, hookReport } from '../../src/agents/hooks/dialects';
import { parseReport, printReport } from '../../src/agents/hooks/message';
import { isObject } from '../../src/agents/json';
import { HookMemory } from '../../src/agents/opencode/hookMemory';
import { LineHasher } from '../../src/text/lineHash';
import { hookPayloads } from './support/capture';
import { opencodePayloads, piPayloads } from './support/insidePayloads';
import { Random } from './support/random';

const hasher = new LineHasher([7, 9]);
const RUNS = 3;
const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  2 ** 53,
  '',
  '\u0000',
  '/a\n\u202eb',
  '../../../etc/x',
  '__proto__',
  'constructor',
  '9'.repeat(400),
  [],
  [null, [], {}],
  {},
  JSON.parse('{"__proto__":{"kind":"read"},"length":1}'),
  { functionResponse: { id: 'x', response: { output: 'a\nb' } } },
];

/** A payload with some of its values, at any depth, exchanged for others. */
function spoilt(value: unknown, random: Random, share: number): unknown {
  if (random.chance(share)) return HOSTILE[random.below(HOSTILE.length)];
  if (Array.isArray(value)) return value.map((item) => spoilt(item, random, share));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, spoilt(each, random, share)]));
}

const RECORDED: ReadonlyMap<string, readonly JsonObject[]> = new Map([
  ['cline', hookPayloads('cline')],
  ['codex', [...hookPayloads('codex-direct'), ...hookPayloads('codex-cm')]],
  ['copilot-cli', hookPayloads('copilot-cli')],
  ['gemini', hookPayloads('gemini')],
  ['opencode', opencodePayloads()],
  ['pi', piPayloads()],
  ['qwen-code', hookPayloads('qwen-code')],
]);

describe.each([...RECORDED])('hooks of %s that nobody vouches for', (agent, payloads) => {
  const hooks = AGENT_HOOKS.find(({ dialect }) => dialect.agent === agent);
  if (hooks === undefined) throw new Error(agent);
  const { dialect } = hooks;
  const answered = (payload: JsonObject) => {
    if (!dialect.recognises(payload)) return null;
    const report = hookReport(hooks, payload, { hasher, time: 1000, hook: 'preToolUse' });
    if (report === null) return null;
    const verdict = { stop: { reason: 'r' }, deny: { reason: 'd' }, context: 'c' };
    dialect.answer(payload, report, verdict);
    return report;
  };

  it('never throw, and what they tell comes through the channel or not at all', () => {
    const random = new Random(5);
    let told = 0;
    for (const payload of payloads) {
      for (let run = 0; run < RUNS; run++) {
        const share = 0.02 + 0.1 * run;
        const entries = Object.entries(payload).map(([name, each]) => [name, spoilt(each, random, share)]);
        const report = answered(Object.fromEntries(entries));
        if (report === null) continue;
        told++;
        const message = JSON.parse(JSON.stringify(printReport(report, hasher)));
        expect(() => parseReport(message, { hasher, agent, now: 2000 })).not.toThrow();
      }
    }
    expect(told).toBeGreaterThan(100);
  });

  it('are nothing where they are no payload', () => {
    for (const payload of HOSTILE) {
      if (isObject(payload)) expect(answered(payload)).toBeNull();
    }
  });
});

it('what OpenCode tells a plugin may be anything', () => {
  const random = new Random(6);
  const memory = new HookMemory();
  for (const hook of hookPayloads('opencode')) {
    const payload = spoilt(hook, random, 0.05);
    if (isObject(payload)) expect(() => memory.payload(payload)).not.toThrow();
  }
});
