import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StaleReads } from '../../../../src/agents/cline/staleReads';

interface Read {
  readonly call: string;
  readonly query: string;
  isRemoved: boolean;
}

/** The rule, looked up for every read at every request. */
class Naive {
  readonly #worth: number;
  #reads: Read[] = [];
  readonly #attached = new Set<string>();

  constructor(worth: number) {
    this.#worth = worth;
  }

  add(call: string, query: string): void {
    this.#reads.push({ call, query, isRemoved: false });
  }

  attached(path: string): void {
    this.#reads.push({ call: '', query: path, isRemoved: true });
    this.#attached.add(path);
  }

  request(): string[] {
    const stale = this.#reads.filter((read) => !read.isRemoved && this.#isStale(read));
    if (stale.reduce((sum, read) => sum + size(read.query), 0) < this.#worth) return [];
    for (const read of stale) read.isRemoved = true;
    return [...new Set(stale.map(({ call }) => call))];
  }

  undo(calls: ReadonlySet<string>): void {
    const kept = this.#reads.filter(({ call }) => call !== '' && !calls.has(call));
    const attached = [...this.#attached].map((query) => ({ call: '', query, isRemoved: true }));
    this.#reads = [...attached, ...kept];
  }

  #isStale({ call, query }: Read): boolean {
    const owner = this.#reads.findLast((read) => read.query === query.split(':')[0]);
    const latest = this.#reads.findLast((read) => read.query === query && read.call !== '');
    return (owner !== undefined && owner.call !== call) || latest?.call !== call;
  }
}

const part = (query: string) => ({ query, result: 'x'.repeat(query.length), success: true });
const size = (query: string) => JSON.stringify(part(query)).length;

const query = fc.constantFrom('a', 'b', 'a:1-2', 'a:3-4', 'b:1-2');
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ queries: fc.array(query, { minLength: 1, maxLength: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ attached: fc.constantFrom('a', 'b') }) },
  { weight: 1, arbitrary: fc.record({ undone: fc.nat(4) }) },
);

describe('reads that are taken out since another came after them', () => {
  it('are those of the rule', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), fc.constantFrom(0, 120, 400), (steps, worth) => {
        const stale = new StaleReads(worth);
        const naive = new Naive(worth);
        const calls: string[] = [];
        for (const [i, one] of steps.entries()) {
          if ('attached' in one) {
            stale.attached(one.attached);
            naive.attached(one.attached);
          } else if ('undone' in one) {
            const undone = new Set(one.undone === 0 ? [] : calls.splice(-one.undone));
            stale.undo(undone);
            naive.undo(undone);
          } else {
            const call = `c${i}`;
            calls.push(call);
            stale.add(call, one.queries.map(part));
            for (const asked of one.queries) naive.add(call, asked);
          }
          expect(stale.request().calls).toEqual(naive.request());
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
