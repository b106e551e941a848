import type { Outcome } from './fuzzer';
import type { Target } from './target';

/** What one run of the fuzzer came to. */
export interface Total {
  readonly commit: string;
  readonly seed: number;
  readonly outcomes: readonly Outcome[];
}

const START = '<!-- fuzz: written by npm run fuzz -- --write -->';
const END = '<!-- fuzz: end -->';

/** One target, for people who wait for it. */
export function summary({ target, inputs, news, seconds, faults }: Outcome): string {
  const told = faults.length === 0 ? '' : ` ${faults.length} FAULTS`;
  return `${target.padEnd(24)}${String(inputs).padStart(9)} inputs${String(news).padStart(7)} news${seconds.toFixed(0).padStart(6)} s${told}`;
}

export function inMarkdown({ commit, seed, outcomes }: Total, targets: readonly Target[]): string {
  const checks = new Map(targets.map((target) => [target.name, target.checks]));
  const sum = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const rows = outcomes.map(
    ({ target, inputs, seconds, faults }) =>
      `| \`${target}\` | ${checks.get(target) ?? ''} | ${inputs.toLocaleString('en')} | ${Math.round(seconds)} | ${faults.length} |`,
  );
  const minutes = Math.round(sum(({ seconds }) => seconds) / 60);
  return [
    `Last run: commit \`${commit}\`, seed ${seed}, ${minutes} minutes in all, ${sum(({ inputs }) => inputs).toLocaleString('en')} inputs, ${sum(({ faults }) => faults.length)} faults.`,
    '',
    '| Target | Checked besides that it neither throws nor hangs | Inputs | Seconds | Faults |',
    '| --- | --- | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

/** The page with the table in its place. @throws where the page has no place for it */
export function withTable(page: string, table: string): string {
  const [start, end] = [page.indexOf(START), page.indexOf(END)];
  if (start === -1 || end < start) throw new Error('The page has no place for the table.');
  return `${page.slice(0, start + START.length)}\n\n${table}\n\n${page.slice(end)}`;
}
