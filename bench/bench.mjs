// npm run bench [-- --quick] [--json] [--write] [PART…]: measures speed and size, each as a ratio or a bound of one run. --write
// puts what the last full run of each part gave into docs/performance.md. Never a test: another machine, other numbers.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { main, Told } from '../scripts/lib/main.mjs';
import { root } from '../scripts/lib/paths.mjs';
import { keepResults, keptResults } from './lib/cache.mjs';
import { document } from './lib/document.mjs';
import { REASONS } from './lib/reasons.mjs';
import { isMet, table } from './lib/results.mjs';
import { coldStart } from './parts/cold-start.mjs';
import { ingest } from './parts/ingest.mjs';
import { loop } from './parts/loop.mjs';
import { lineSets } from './parts/ranges.mjs';
import { size } from './parts/size.mjs';
import { soak } from './parts/soak.mjs';
import { tracker } from './parts/tracker.mjs';
import { window } from './parts/window.mjs';

/** Sizes: of a full run, and of one that only shows that everything works. */
const FULL = {
  megabytes: 200,
  rounds: 5,
  reads: 1_000_000,
  questions: 200_000,
  events: 5_000_000,
  sessions: 500,
};
const QUICK = { megabytes: 20, rounds: 2, reads: 100_000, questions: 20_000, events: 100_000, sessions: 100 };

/** @typedef {(size: typeof FULL) => Promise<import('./lib/results.mjs').Part>} Measure */

const PARTS = new Map(
  /** @type {[string, Measure][]} */ ([
    ['ingest', ingest],
    ['loop', loop],
    ['cold-start', coldStart],
    ['tracker', tracker],
    ['ranges', lineSets],
    ['soak', soak],
    ['size', size],
    ['window', window],
  ]),
);

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean' }, json: { type: 'boolean' }, write: { type: 'boolean' } },
  });
  const unknown = positionals.find((name) => !PARTS.has(name));
  if (unknown !== undefined)
    throw new Told(`There is no part "${unknown}": ${[...PARTS.keys()].join(', ')}.`);
  const parts = [];
  for (const [name, measure] of PARTS) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    if (!values.json) process.stderr.write(`${name}…\n`);
    const part = await measure(values.quick ? QUICK : FULL);
    if (!values.quick) keepResults(name, part);
    parts.push(part);
    if (!values.json) console.log(`${table(part)}\n`);
  }
  if (values.write) {
    const known = [...PARTS.keys()].flatMap((name) => keptResults(name) ?? []);
    writeFileSync(join(root, 'docs', 'performance.md'), document(known, REASONS));
  }
  if (values.json) {
    const told = parts.map((part) => ({
      ...part,
      results: part.results.map((result) => ({ ...result, met: isMet(result) })),
    }));
    console.log(JSON.stringify(told, null, 2));
  }
});
