import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { onTestFinished } from 'vitest';
import { AGENT_HOOKS } from '../../../src/agents/hooks/dialects';
import { printReport } from '../../../src/agents/hooks/message';
import type { HookReport, HookVerdict } from '../../../src/agents/hooks/report';
import { makeEndpoint } from '../../../src/channel/endpoint';
import { LetterBox } from '../../../src/channel/letterBox';
import { processBirth } from '../../../src/channel/processBirth';
import { Reception } from '../../../src/channel/reception';
import { lettersFolder, type WindowEntry, writeWindow } from '../../../src/channel/registry';
import type { HookListener } from '../../../src/channel/request';
import { ChannelServer } from '../../../src/channel/server';
import { LineHasher } from '../../../src/text/lineHash';

export const hasher = new LineHasher([1, 2]);

/** A report as a hook after a read would send it. */
export const report = (over: Partial<HookReport> = {}): HookReport => ({
  moment: 'after-call',
  session: 's1',
  actor: 'main',
  cwd: '/ws',
  transcript: null,
  time: 1_700_000_000_000,
  call: 'c1',
  isPerson: false,
  reading: null,
  events: [],
  ...over,
});

export const sent = (over: Partial<HookReport> = {}): string =>
  JSON.stringify(printReport(report(over), hasher));

/** A window that hears hooks, and remembers what it heard. */
export class TestWindow {
  readonly heard: HookReport[] = [];
  /** Kinds of the agents that it heard of, in the same order. */
  readonly agents: string[] = [];
  readonly faults: unknown[] = [];
  delivered = 0;
  /** What it says to the next hooks; never: it hangs. */
  verdict: HookVerdict | 'never' = {};
  /** Milliseconds, for its limits. */
  clock = () => performance.now();
  readonly entry: WindowEntry;
  readonly #server: ChannelServer;
  readonly #letters: LetterBox;

  private constructor(home: string, over: Partial<WindowEntry>) {
    const id = randomBytes(8).toString('hex');
    const endpoint = makeEndpoint(home, id);
    this.entry = {
      id,
      pid: process.pid,
      host: hostname(),
      folders: ['/ws'],
      roots: [],
      endpoint: endpoint.path,
      token: randomBytes(16).toString('hex'),
      startedAt: 1,
      ...over,
    };
    const listener: HookListener = async (agent, heard) => {
      this.agents.push(agent);
      this.heard.push(heard);
      const { verdict } = this;
      if (verdict === 'never') return new Promise(() => undefined);
      return { verdict, delivered: () => this.delivered++ };
    };
    const onFault = (fault: unknown) => this.faults.push(fault);
    const { token } = this.entry;
    const reception = new Reception({
      token,
      hasher,
      agents: AGENT_HOOKS.map(({ dialect }) => dialect.agent),
      listener,
      onFault,
      clock: () => this.clock(),
    });
    this.#server = new ChannelServer(reception);
    this.#letters = new LetterBox(lettersFolder(home, id), reception);
    onTestFinished(() => this.close());
  }

  /** @param home the product's folder */
  static async open(
    home: string,
    over: Partial<WindowEntry> = {},
    takesLetters = false,
  ): Promise<TestWindow> {
    const window = new TestWindow(home, over);
    await window.#server.listen(window.entry.endpoint);
    if (takesLetters) await window.#letters.open();
    const born = takesLetters ? processBirth(process.pid) : null;
    writeWindow(home, { ...window.entry, ...(born === null ? {} : { born }) });
    return window;
  }

  close(): void {
    this.#server.close();
    this.#letters.close();
  }
}
