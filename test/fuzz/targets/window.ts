import { AGENT_HOOKS } from '../../../src/agents/hooks/dialects';
import { printReport } from '../../../src/agents/hooks/message';
import type { HookReport } from '../../../src/agents/hooks/report';
import { Reception } from '../../../src/channel/reception';
import type { LineHasher } from '../../../src/text/lineHash';

/** Stands in inputs for the secret of whoever listens. */
export const TOKEN = 'TOKENTOKENTOKENTOKENTOKENTOKENTOKENTOKEN';
export const AGENTS = AGENT_HOOKS.map(({ dialect }) => dialect.agent);

export const REPORT: HookReport = {
  moment: 'after-call',
  session: 's1',
  actor: 'main',
  cwd: '/ws',
  transcript: null,
  time: 1_700_000_000_000,
  call: 'c1',
  isPerson: false,
  reading: { path: '/ws/a.ts', requested: { start: 3, end: 9 } },
  events: [],
  caller: { pid: 4711, born: '77' },
};

/** What hears hooks, and remembers what it heard. */
export class Ear {
  heard: HookReport[] = [];
  faults: unknown[] = [];
  readonly reception: Reception;
  #time = 0;

  constructor(hasher: LineHasher) {
    this.reception = new Reception({
      token: TOKEN,
      hasher,
      agents: AGENTS,
      listener: async (_, report) => {
        this.heard.push(report);
        return {
          verdict: report.call === 'stop' ? { stop: { reason: 'enough' } } : {},
          delivered: () => undefined,
        };
      },
      onFault: (fault) => this.faults.push(fault),
      // No input is turned away for the haste of the others.
      clock: () => {
        this.#time += 1000;
        return this.#time;
      },
    });
  }

  forget(): void {
    this.heard = [];
    this.faults = [];
  }
}

/** What a companion sends to a window. */
export function messages(hasher: LineHasher, events: readonly HookReport['events'][number][]): string[] {
  const reports: HookReport[] = [
    REPORT,
    { ...REPORT, call: 'stop' },
    { ...REPORT, moment: 'before-call', call: null },
    ...events.map((event) => ({ ...REPORT, events: [{ ...event, call: 'c1' }] })),
  ];
  return reports.map((report) =>
    JSON.stringify({ v: 1, token: TOKEN, agent: 'claude-code', hook: printReport(report, hasher) }),
  );
}
