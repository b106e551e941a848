import { describe, expect, it } from 'vitest';
import { keptInputs } from '../fuzz/engine/corpus';
import { trial } from '../fuzz/engine/trial';
import { TARGETS } from '../fuzz/targets/all';

/** These start processes for each input, or take megabytes. */
const SLOW = new Set(['companion', 'large', 'shell']);
const MOST_SEEDS = 10;

describe('what the fuzzer has found, and what it starts from', () => {
  it.each(TARGETS.map((target) => [target.name, target] as const))('%s', async (name, target) => {
    const kept = [...keptInputs(name)];
    const seeds = target.seeds();
    const every = Math.ceil(seeds.length / (SLOW.has(name) ? 2 : MOST_SEEDS));
    const some = seeds.flatMap((seed, i) => (i % every === 0 ? [[`seed ${i}`, seed] as const] : []));
    const attempt = await target.open();
    try {
      for (const [what, input] of [...kept, ...some]) {
        expect(await trial(target, attempt, input), what).toBeNull();
      }
    } finally {
      await attempt.close();
    }
  });
});
