// Sets of lines: "how many of these are new?", then add them. The same questions to each.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundled } from '../lib/bundle.mjs';
import { installedOnce } from '../lib/cache.mjs';
import { Dice } from '../lib/random.mjs';

const LINES = 20_000;

/**
 * A set that tells of each range how many of its lines are new, and has them from then on.
 * @typedef {(start: number, end: number) => number} Adds
 * @typedef {{ low: number, high: number }} Interval
 */

/** @param {number} questions */
function ranges(questions) {
  const dice = new Dice(11);
  return Array.from({ length: questions }, () => {
    const start = dice.between(1, LINES);
    return /** @type {const} */ ([start, Math.min(LINES, start + dice.between(0, 120))]);
  });
}

/**
 * An interval tree keeps the lines as disjoint intervals: those that touch a new one are taken out, and their union is
 * put in.
 * @param {(low: number, high: number) => readonly Interval[]} search
 * @param {(interval: Interval) => void} insert
 * @param {(interval: Interval) => void} remove
 * @returns {Adds}
 */
function disjoint(search, insert, remove) {
  return (start, end) => {
    let known = 0;
    let low = start;
    let high = end;
    for (const each of search(start - 1, end + 1)) {
      known += Math.max(0, Math.min(end, each.high) - Math.max(start, each.low) + 1);
      low = Math.min(low, each.low);
      high = Math.max(high, each.high);
      remove(each);
    }
    insert({ low, high });
    return end - start + 1 - known;
  };
}

/** @returns {Promise<ReadonlyMap<string, () => Adds>>} */
async function sets() {
  /**
   * @param {string} name
   * @param {string} version
   */
  const installed = async (name, version) =>
    createRequire(join(await installedOnce(name, version), 'package.json'))(name);
  const { RangeSet } = createRequire(import.meta.url)(await bundled('bench/entries/ranges.ts', 'ranges'));
  const flatten = await installed('@flatten-js/interval-tree', '2.0.3');
  const node = await installed('node-interval-tree', '2.1.2');
  const multi = await installed('multi-integer-range', '6.1.0');
  return new Map([
    [
      'read-coverage',
      () => {
        const set = new RangeSet();
        return (start, end) => set.add(start, end);
      },
    ],
    [
      '@flatten-js/interval-tree',
      () => {
        const tree = new flatten.default();
        return disjoint(
          (low, high) => tree.search([low, high]),
          (each) => tree.insert([each.low, each.high], each),
          (each) => tree.remove([each.low, each.high], each),
        );
      },
    ],
    [
      'node-interval-tree',
      () => {
        const tree = new node.IntervalTree();
        return disjoint(
          (low, high) => tree.search(low, high),
          (each) => tree.insert(each),
          (each) => tree.remove(each),
        );
      },
    ],
    [
      'multi-integer-range',
      () => {
        /** @type {readonly (readonly [number, number])[]} */
        let set = [];
        return (start, end) => {
          const added = /** @type {[number, number]} */ ([start, end]);
          const known = multi.length(multi.intersect(set, [added]));
          set = multi.append(set, [added]);
          return end - start + 1 - known;
        };
      },
    ],
  ]);
}

/**
 * @param {{ questions: number, rounds: number }} size
 * @returns {Promise<import('../lib/results.mjs').Part>}
 */
export async function lineSets({ questions, rounds }) {
  const asked = ranges(questions);
  /** @type {Map<string, number>} */
  const best = new Map();
  /** @type {number | undefined} */
  let expected;
  for (let round = 0; round < rounds; round++) {
    for (const [name, make] of await sets()) {
      const started = performance.now();
      let found = 0;
      // A file is changed now and then, and read anew.
      let add = make();
      for (const [at, [start, end]] of asked.entries()) {
        if (at % 1000 === 0) add = make();
        found += add(start, end);
      }
      const took = performance.now() - started;
      expected ??= found;
      if (found !== expected) throw new Error(`${name} found ${found} new lines, not ${expected}`);
      best.set(name, Math.min(best.get(name) ?? took, took));
    }
  }
  const own = best.get('read-coverage') ?? Number.NaN;
  const others = [...best].filter(([name]) => name !== 'read-coverage');
  return {
    part: 'Sets of lines',
    about: `${questions} times "how many of these lines are new?" on files of ${LINES} lines, and adding them; anew after every 1,000. The best of ${rounds}; all gave the same answers.`,
    results: [
      ...others.map(([name, took]) => ({ name: `${name} / ours`, value: took / own, unit: '', least: 5 })),
      { name: 'one question', value: (own / questions) * 1e6, unit: 'ns' },
    ],
  };
}
