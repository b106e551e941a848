// Reads for the tracker, many of them: tells the time they take and the memory they leave taken, as JSON on stdout.
import { LineHasher } from '../../src/text/lineHash';
import { Tracker } from '../../src/tracker/tracker';
import { Dice } from '../lib/random.mjs';

const LINES = 400;

const [reads = 0, files = 0, readsOfSession = 0] = process.argv.slice(2).map(Number);
if (globalThis.gc === undefined) throw new Error('run with --expose-gc');
const dice = new Dice(7);
const hasher = new LineHasher([1, 2]);
const hashes = hasher.each(Array.from({ length: LINES }, (_, at) => `line ${at}`));
const tracker = new Tracker();

globalThis.gc();
const before = process.memoryUsage();
const start = process.cpuUsage();
for (let read = 0; read < reads; read++) {
  const from = dice.between(1, LINES);
  const to = Math.min(LINES, from + dice.between(0, 100));
  const file = dice.between(1, files);
  tracker.apply({
    kind: 'read',
    source: 'claude-code',
    session: `s${Math.floor(read / readsOfSession)}`,
    agent: 'claude-code',
    actor: 'main',
    time: read * 1000,
    call: `c${read}`,
    path: `/ws/f${file}.ts`,
    written: `f${file}.ts`,
    form: 'tool',
    requested: { start: from, end: to },
    returned: [[from, to]],
    totalLines: LINES,
    outcome: 'complete',
    lineHashes: hashes.slice(from - 1, to),
    bytes: 40 * (to - from + 1),
  });
}
const { user, system } = process.cpuUsage(start);
globalThis.gc();
const after = process.memoryUsage();
if (tracker.sessions().length === 0) throw new Error('nothing is known any more');
process.stdout.write(
  JSON.stringify({
    cpu: (user + system) / 1000,
    heap: after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers,
    // Those of versions that are current: each file has one.
    hashes: 4 * LINES * files,
  }),
);
