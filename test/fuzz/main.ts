// npm run fuzz: gives every parser, and everything that listens, what nobody should write. See docs/security.md, "Fuzzing".
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runTarget } from './engine/childProcess';
import type { Outcome } from './engine/fuzzer';
import { inMarkdown, summary, type Total, withTable } from './engine/table';
import { TARGETS } from './targets/all';

const RESULT = new URL('../../out/fuzz/result.json', import.meta.url);
const PAGE = new URL('../../docs/security.md', import.meta.url);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

const named = TARGETS.filter(
  ({ name }) => positionals.length === 0 || positionals.some((each) => name.includes(each)),
);
if (values.list) {
  for (const { name, checks } of named) console.log(`${name.padEnd(24)}${checks}`);
  process.exit(0);
}
const [seconds, jobs] = [Number(values.seconds), Number(values.jobs)];
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
if (named.length === 0) {
  console.error(
    `There is no target ${positionals.map((each) => `"${each}"`).join(', ')}: --list names them all.`,
  );
  process.exit(2);
}
if (!(seconds > 0) || !(jobs >= 1) || !Number.isSafeInteger(seed)) {
  console.error('usage: npm run fuzz -- [--seconds N] [--seed S] [--jobs N] [--write] [--list] [TARGET…]');
  process.exit(2);
}

const share = seconds / named.length;
const waiting = [...named];
const outcomes: Outcome[] = [];
console.log(`${named.length} targets, ${share.toFixed(1)} s each, seed ${seed}.`);
await Promise.all(
  Array.from({ length: jobs }, async () => {
    for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
      const outcome = await runTarget(target.name, share, seed);
      outcomes.push(outcome);
      console.log(summary(outcome));
      for (const { what, file } of outcome.faults) console.log(`  ${file}: ${what}`);
    }
  }),
);

const order = named.map(({ name }) => name);
const total: Total = {
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  seed,
  outcomes: outcomes.toSorted((a, b) => order.indexOf(a.target) - order.indexOf(b.target)),
};
mkdirSync(new URL('.', RESULT), { recursive: true });
writeFileSync(RESULT, `${JSON.stringify(total, null, 2)}\n`);
const inputs = outcomes.reduce((sum, outcome) => sum + outcome.inputs, 0);
const faults = outcomes.reduce((sum, outcome) => sum + outcome.faults.length, 0);
const spent = outcomes.reduce((sum, outcome) => sum + outcome.seconds, 0);
console.log(`${inputs} inputs in ${Math.round(spent)} s, ${faults} faults.`);
if (values.write) {
  writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8'), inMarkdown(total, TARGETS)));
}
process.exit(faults > 0 ? 1 : 0);
