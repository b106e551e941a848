// docs/performance.md: what was measured, on which machine, how, and why a target was missed.
import { cpus, totalmem } from 'node:os';
import { isMet, table } from './results.mjs';

/** @typedef {import('./results.mjs').Part} Part */

const GIBIBYTE = 1024 ** 3;

/** The machine in general terms. */
function machine() {
  const memory = Math.round(totalmem() / GIBIBYTE);
  return `${cpus().length} processor cores, ${memory} GB of memory, ${process.platform}, Node ${process.versions.node}`;
}

/**
 * @param {readonly Part[]} parts
 * @param {ReadonlyMap<string, string>} reasons what is known of targets that are missed, by the name of the part
 */
export function document(parts, reasons) {
  const results = parts.flatMap((part) => part.results);
  const judged = results.filter(({ most, least }) => most !== undefined || least !== undefined);
  const met = judged.filter(isMet).length;
  return `${[
    '# Performance',
    'Written by `npm run bench -- --write`; do not change it by hand. Each part is of one run on one machine, which may have done other work beside; only ratios within a part mean something elsewhere. The sizes stand with each part: some are smaller than those of a full run, where the machine was too busy for one. Nothing of this is a test.',
    `Machine: ${machine()}. Targets met: ${met} of ${judged.length}.`,
    ...parts.flatMap((part) => {
      const reason = reasons.get(part.part);
      const isMissed = part.results.some((result) => !isMet(result));
      return [table(part), ...(reason !== undefined && isMissed ? [`Why: ${reason}`] : [])];
    }),
  ].join('\n\n')}\n`;
}
