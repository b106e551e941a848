import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from '../../../../src/text/lines';
import type { AgentEvent } from '../../../../src/tracker/event';
import { hasher, type ImitatedAgent } from './agent';
import { hostileFile } from './hostileFile';
import { commands, type Given, givenKey } from './printed';
import { claudeCode } from './written/claudeCode';
import { cline } from './written/cline';
import { codex } from './written/codex';
import { copilotCli } from './written/copilotCli';
import { gemini } from './written/gemini';
import { opencode } from './written/opencode';
import { pi } from './written/pi';
import { qwen } from './written/qwenCode';
import { roo } from './written/rooCode';

const AGENTS: readonly ImitatedAgent[] = [
  claudeCode,
  cline,
  codex,
  copilotCli,
  gemini,
  opencode,
  pi,
  qwen,
  roo,
];

/** By hand more: IMITATION_RUNS=20000. */
const { IMITATION_RUNS = '200' } = process.env;

const number = fc.integer({ min: 1, max: 9 });
const window = fc.option(
  fc.tuple(number, fc.option(number)).map(([a, b]) => ({
    start: b === null ? a : Math.min(a, b),
    end: b === null ? null : Math.max(a, b),
  })),
);
const scenario = fc.tuple(hostileFile('/ws/a.txt'), hostileFile('/ws/b.txt')).chain((files) =>
  fc.record({
    files: fc.constant(files),
    acts: fc.array(
      fc.record({
        window,
        which: fc.constantFrom(...files),
        ran: fc.option(commands(files)),
        dice: fc.nat(59),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
);

/** Lines that were given and those that were credited, of reads by a tool and of commands. */
interface Counts {
  readonly tool: { given: number; credited: number };
  readonly shell: { given: number; credited: number };
}

function check(
  agent: ImitatedAgent,
  { files, acts }: typeof scenario extends fc.Arbitrary<infer T> ? T : never,
  counts: Counts,
) {
  const given = new Map<string, Given>();
  const records = [...agent.start()];
  for (const [i, act] of acts.entries()) {
    const id = `c${i}`;
    const told =
      act.ran !== null && agent.run !== undefined
        ? agent.run(id, act.ran, act.dice)
        : agent.read(id, act.which, act.window, act.dice);
    if (told === null) continue;
    records.push(...told.records);
    given.set(id, told.given);
    counts[act.ran !== null && agent.run !== undefined ? 'shell' : 'tool'].given += told.given.size;
  }
  const reader = agent.adapter.reader({ hasher, source: 's', baseFolder: '/ws', sessionFallback: 'x' });
  const all = agent.records?.(records) ?? records;
  const events: AgentEvent[] = [...all.flatMap((record) => reader.read(record)), ...reader.flush()];
  for (const event of events) {
    if (event.kind !== 'read' && event.kind !== 'delivered') continue;
    const real = splitLines(files.find(({ path }) => path === event.path)?.text ?? '');
    const call = [...given.keys()].find((id) => event.call === id || event.call === `call_${id}`);
    let at = 0;
    if (event.totalLines !== null) expect(event.totalLines).toBe(real.length);
    for (const [start, end] of event.returned) {
      for (let line = start; line <= end; line++, at++) {
        counts[event.kind === 'read' ? event.form : 'shell'].credited++;
        const place = givenKey(event.path, line);
        const texts = given.get(call ?? '')?.get(place);
        expect(texts, place).toBeDefined();
        const hashes = hasher.each([real[line - 1] ?? '', ...(texts ?? [])]);
        expect([...hashes], place).toContain(event.lineHashes?.[at]);
      }
    }
  }
}

describe('a file that looks like the words of an agent', () => {
  it.each(AGENTS.map((agent) => [agent.name, agent] as const))(
    '%s: is credited with no line that was not given',
    (_, agent) => {
      const counts = { tool: { credited: 0, given: 0 }, shell: { credited: 0, given: 0 } };
      fc.assert(
        fc.property(scenario, (what) => check(agent, what, counts)),
        // Many runs look for new faults by hand; these few pin what was found.
        { numRuns: Number(IMITATION_RUNS), ...(IMITATION_RUNS === '200' ? { seed: 20 } : {}) },
      );
      const { tool, shell } = counts;
      if (IMITATION_RUNS !== '200') console.log(agent.name, counts);
      expect(tool.credited).toBeGreaterThanOrEqual(0.9 * tool.given);
      // Much of such output has no certain place: it is enough that some has, whatever the runs were.
      expect(shell.credited).toBeGreaterThanOrEqual(0.05 * shell.given);
    },
    3_600_000,
  );
});
