import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseReport } from '../../../src/agents/hooks/message';
import { type Spooled, SpoolReader } from '../../../src/channel/spool';
import { mutateJsonText } from '../engine/mutateJsonText';
import { demand, type Target } from '../engine/target';
import { checkEvents } from '../oracles/events';
import { KnownTexts } from '../oracles/knownTexts';
import { temporaryFolder } from './temporaryFolder';
import { messages } from './window';

const hasher = new KnownTexts([1, 2]);

function seeds(): Buffer[] {
  const lines = messages(hasher, []).map((message) => {
    const { agent, hook } = JSON.parse(message) as { agent: string; hook: unknown };
    return JSON.stringify({ v: 1, agent, places: ['/ws'], hook });
  });
  return [Buffer.from(`${lines.join('\n')}\n`), ...lines.map((line) => Buffer.from(`${line}\n${line}`))];
}

/** A file of what was told while no window was open. */
export const SPOOL: Target = {
  name: 'spool',
  checks: 'the same when it is read as it grows, cut at any byte; ranges, round trip, tracker',
  seeds,
  mutate: mutateJsonText,
  open: async () => {
    const home = temporaryFolder();
    const folder = join(home.path, 'spool');
    const file = join(folder, 's1.jsonl');
    const read = (reader: SpoolReader) => reader.read(Date.now(), () => true);
    return {
      run: async (input) => {
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder);
        const growing = new SpoolReader(home.path);
        const told: Spooled[] = [];
        const cut = Math.floor(input.length / 2);
        for (const part of [input.subarray(0, cut), input.subarray(cut), Buffer.from('\n')]) {
          appendFileSync(file, part);
          told.push(...(await read(growing)));
        }
        const whole = await read(new SpoolReader(home.path));
        demand(
          JSON.stringify(told) === JSON.stringify(whole),
          () => `${told.length} as it grew, ${whole.length} of the whole`,
        );
        demand((await read(growing)).length === 0, () => 'told again');
        for (const { agent, hook } of whole) {
          const report = parseReport(hook, { hasher, agent, now: Date.now() });
          if (report !== null) checkEvents(report.events, hasher, false);
        }
        writeFileSync(file, '');
      },
      close: home.remove,
    };
  },
};
