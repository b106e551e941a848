// Days of work in minutes: a log that grows and is rotated, followed as a window follows it, and applied by the tracker.
// Tells the heap after each hundredth, in bytes, as JSON on stdout. What is bounded fills up first: events that come before
// the first hundredth, which are not counted.
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ingest } from '../../src/ingest/ingest';
import { KNOWN_FORMATS } from '../../src/ingest/knownFormats';
import { LineHasher } from '../../src/text/lineHash';
import { LiveTracker } from '../../src/tracker/liveTracker';
import { Dice } from '../lib/random.mjs';

const EVENTS_OF_SESSION = 200;
const EVENTS_OF_LOG = 100_000;
const STEPS = 100;

const [events = 0, before = 0] = process.argv.slice(2).map(Number);
if (globalThis.gc === undefined) throw new Error('run with --expose-gc');
const folder = mkdtempSync(join(tmpdir(), 'read-coverage-soak-'));
const logs = join(folder, '.read-coverage');
mkdirSync(logs);
const dice = new Dice(3);
const tracker = new LiveTracker();
let made = 0;
let applied = 0;
const ingest = new Ingest({
  folders: [folder],
  hasher: new LineHasher([1, 2]),
  formats: KNOWN_FORMATS,
  logPatterns: ['.read-coverage/*.jsonl'],
  agents: [],
  onEvents: (told) => {
    for (const { event } of told) tracker.apply(event);
    applied += told.length;
  },
  onFault: (fault) => {
    throw fault;
  },
});

function line(at: number): string {
  const session = `s${Math.floor(at / EVENTS_OF_SESSION)}`;
  const from = dice.between(1, 300);
  const to = from + dice.between(0, 60);
  const common = { v: 1, session, agent: 'harness', call: `c${at}`, time: new Date(at * 1000).toISOString() };
  const path = `src/f${dice.between(1, 2000)}.ts`;
  const event = dice.happens(0.9)
    ? { ...common, kind: 'read', path, returned: [[from, to]], totalLines: 400, outcome: 'complete' }
    : { ...common, kind: 'edit', path, lines: [[from, from + 3]], outcome: 'ok' };
  return `${JSON.stringify(event)}\n`;
}

async function main(): Promise<void> {
  const heaps: number[] = [];
  const step = Math.ceil(events / STEPS);
  let log = '';
  while (made < before + events) {
    const current = join(logs, `${Math.floor(made / EVENTS_OF_LOG)}.jsonl`);
    if (current !== log && log !== '') rmSync(log);
    log = current;
    const lines: string[] = [];
    const next = made < before ? before : before + heaps.length * step + step;
    const end = Math.min(next, before + events, (Math.floor(made / EVENTS_OF_LOG) + 1) * EVENTS_OF_LOG);
    for (; made < end; made++) lines.push(line(made));
    appendFileSync(log, lines.join(''));
    await ingest.poll();
    if (made < next || made <= before) continue;
    globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    heaps.push(heapUsed + arrayBuffers);
  }
  await ingest.dispose();
  rmSync(folder, { recursive: true, force: true });
  if (applied !== before + events) throw new Error(`${applied} of ${before + events} events came`);
  process.stdout.write(JSON.stringify({ heaps }));
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
