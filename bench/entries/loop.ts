// A window without an editor: reads a log, on a thread or not, and applies what comes as a window does. Tells, as JSON on
// stdout, how long the event loop was kept from other work meanwhile, in milliseconds.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Ingest, type IngestedEvent } from '../../src/ingest/ingest';
import { KNOWN_FORMATS } from '../../src/ingest/knownFormats';
import { Pace } from '../../src/ingest/pace';
import { IngestThread } from '../../src/ingest/thread/ingestThread';
import { LineHasher } from '../../src/text/lineHash';
import { LiveTracker } from '../../src/tracker/liveTracker';
import { ownWork, percentile } from '../lib/ownWork';

/** How often a window looks at what changed, ms. */
const DRAWS = 30;

/** How long is looked at a loop that has nothing to do, ms. */
const AT_REST = 5000;

const [where, folder = '', script = ''] = process.argv.slice(2);
const hasher = new LineHasher([1, 2]);
const tracker = new LiveTracker();
const pace = new Pace();
let applied = 0;

async function onEvents(events: readonly IngestedEvent[]): Promise<void> {
  for (const { event } of events) {
    tracker.apply(event);
    applied++;
    await pace.rest();
  }
}

function onFault(fault: unknown): void {
  throw fault;
}

async function main(): Promise<void> {
  const thread = new IngestThread(script);
  const sources = { folders: [folder], logPatterns: ['*.jsonl'], agents: [], onEvents, onFault };
  const ingest =
    where === 'thread'
      ? thread.open({ ...sources, key: hasher.key, onEnd: () => onFault(new Error('the thread ended')) })
      : new Ingest({ ...sources, hasher, formats: KNOWN_FORMATS });
  const draws = setInterval(() => tracker.sessions(), DRAWS);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const stop = ownWork();
  const started = performance.now();
  if (where === 'rest') await new Promise((resolve) => setTimeout(resolve, AT_REST));
  else await ingest.poll();
  const took = performance.now() - started;
  delay.disable();
  const work = stop();
  clearInterval(draws);
  await ingest.dispose();
  await thread.dispose();
  if (applied === 0 && where !== 'rest') throw new Error('nothing came');
  const [p50, p99, max] = [delay.percentile(50), delay.percentile(99), delay.max].map((ns) => ns / 1e6);
  const own = { ownP99: percentile(work, 0.99), ownMax: percentile(work, 1) };
  process.stdout.write(JSON.stringify({ p50, p99, max, took, ...own }));
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
