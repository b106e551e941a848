import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../src/tracker/event';
import { captureEvents, readAll, readerOf, recordsOf } from './support/captureSuite';
import { CAPTURES, TRAPS } from './support/captures';
import { INNER_MUTATIONS, LINE_MUTATIONS } from './support/mutate';
import { Random } from './support/random';

/**
 * A transcript that is damaged in any way (cut short by a crash, of a later version, edited by hand) never credits a line
 * that the whole one does not.
 */

/** How many kinds of each damage are tried; by hand more (MUTATION_SEEDS=1000), or one alone (MUTATION_FIRST=17). */
const { MUTATION_SEEDS = '4', MUTATION_FIRST = '1' } = process.env;
const FIRST = Number(MUTATION_FIRST);
const SEEDS = Array.from({ length: Number(MUTATION_SEEDS) }, (_, i) => FIRST + i);

/**
 * The workspace of traps has lines whose end an output lost, and ends of files that an insertion moved. That is known from
 * other rows; without those, nothing tells.
 */
const TRAPPED = /\/src\/(?:trail\.txt: 3|bulk\.ts: 902|colon\.txt: 2[12]|funcs\.ts: 6)$/;

/** Lines by call and file. Those that no call brought, by file. */
type Credit = ReadonlyMap<string, ReadonlySet<number>>;

function creditOf(events: readonly AgentEvent[]): Credit {
  const credit = new Map<string, Set<number>>();
  const add = (key: string, ranges: readonly (readonly [number, number])[]) => {
    const lines = credit.get(key) ?? new Set();
    credit.set(key, lines);
    for (const [start, end] of ranges) for (let line = start; line <= end; line++) lines.add(line);
  };
  for (const event of events) {
    if (event.kind !== 'read' && event.kind !== 'delivered') continue;
    add(`${event.call} ${event.path}`, event.returned);
    // What comes back without a call was brought by one before.
    if (event.call !== null) add(`null ${event.path}`, event.returned);
  }
  return credit;
}

function moreThan(whole: Credit, events: readonly AgentEvent[]): string[] {
  return [...creditOf(events)].flatMap(([key, lines]) => {
    const more = [...lines].filter((line) => whole.get(key)?.has(line) !== true);
    return more.length === 0 ? [] : [`${key}: ${more.slice(0, 10)}`];
  });
}

describe.each([...CAPTURES, ...TRAPS].map((capture) => [capture.capture, capture] as const))(
  '%s',
  (_, capture) => {
    const whole = creditOf(captureEvents(capture));
    const files = [...recordsOf(capture)].filter(([, records]) => records.length > 0);
    const isLines = files.some(([, records]) => records.length > 1);
    const mutations = Object.entries({ ...(isLines ? LINE_MUTATIONS : {}), ...INNER_MUTATIONS });

    it.each(mutations)(
      '%s: nothing more is credited',
      (_kind, mutate) => {
        const faults = SEEDS.flatMap((seed) => {
          const random = new Random(seed);
          const chosen = random.of(files);
          if (chosen === undefined) return [];
          const [file, records] = chosen;
          const events = readAll(readerOf(capture, file), mutate(records, random));
          return moreThan(whole, events).flatMap((more) =>
            TRAPS.includes(capture) && TRAPPED.test(more) ? [] : [`seed ${seed}: ${more}`],
          );
        });
        expect(faults, faults.slice(0, 8).join('\n')).toEqual([]);
      },
      600_000,
    );
  },
);
