import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VersionLedger } from '../../../src/tracker/versionLedger';

const range = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.nat(5))
  .map(([start, more]) => [start, start + more] as const);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('give' as const), range, isAttested: fc.boolean() }) },
  fc.record({ do: fc.constant('restore' as const), range, isFresh: fc.boolean() }),
  fc.record({ do: fc.constantFrom('lose' as const, 'renew' as const, 'copy' as const) }),
);

const linesOf = ([start, end]: readonly [number, number]) =>
  Array.from({ length: end - start + 1 }, (_, i) => start + i);
const ALL: readonly [number, number] = [1, 20];

/** The three sets of lines that a ledger is of. */
class Naive {
  ever = new Map<number, number>();
  attested = new Set<number>();
  inContext = new Set<number>();
  fresh = new Set<number>();

  give(lines: readonly number[], isAttested: boolean) {
    const newLines = lines.filter((line) => !this.fresh.has(line)).length;
    const newForLife = lines.filter((line) => !this.ever.has(line)).length;
    for (const line of lines) {
      this.ever.set(line, (this.ever.get(line) ?? 0) + 1);
      this.inContext.add(line);
      this.fresh.add(line);
      if (isAttested) this.attested.add(line);
    }
    return { newLines, newForLife };
  }

  restore(lines: readonly number[], isFresh: boolean): void {
    for (const line of lines) {
      this.inContext.add(line);
      if (isFresh) this.fresh.add(line);
    }
  }
}

function expectSame(ledger: VersionLedger, naive: Naive): void {
  expectSegments(ledger, naive, [...naive.ever]);
  expectSegments(
    ledger.attested(),
    naive,
    [...naive.ever].filter(([line]) => naive.attested.has(line)),
  );
  expect(ledger.fresh.gaps(...ALL).flatMap(linesOf)).toEqual(
    linesOf(ALL).filter((line) => !naive.fresh.has(line)),
  );
  expect(ledger.fresh.count(3, 9)).toBe(linesOf([3, 9]).filter((line) => naive.fresh.has(line)).length);
}

function expectSegments(ledger: VersionLedger, naive: Naive, given: readonly [number, number][]): void {
  const segments = ledger
    .segments()
    .flatMap(({ start, end, times, inContext }) =>
      linesOf([start, end]).map((line) => ({ line, times, inContext })),
    );
  const expected = [...given]
    .sort(([a], [b]) => a - b)
    .map(([line, times]) => ({
      line,
      times,
      inContext: naive.inContext.has(line),
    }));
  expect(segments).toEqual(expected);
}

describe('the ledger of a version', () => {
  it('holds what was given ever, what is in context, and what was given of late', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30, size: 'max' }), (steps) => {
        let ledger = new VersionLedger();
        const naive = new Naive();
        for (const one of steps) {
          switch (one.do) {
            case 'give':
              expect(ledger.give(...one.range, one.isAttested)).toEqual(
                naive.give(linesOf(one.range), one.isAttested),
              );
              break;
            case 'restore': {
              // Only what was given comes back.
              const given = linesOf(one.range).filter((line) => naive.ever.has(line));
              ledger.restore(
                given.map((line) => [line, line] as const),
                one.isFresh,
              );
              naive.restore(given, one.isFresh);
              break;
            }
            case 'lose':
              ledger.lose();
              naive.inContext.clear();
              naive.fresh.clear();
              break;
            case 'renew':
              ledger.renew();
              naive.fresh.clear();
              break;
            case 'copy': {
              const original = ledger;
              ledger = ledger.copy();
              original.give(1, 20, true);
              original.restore([ALL], true);
            }
          }
          expectSame(ledger, naive);
        }
      }),
    );
  });

  it('holds what is carried and what a search displayed only as long as the context does', () => {
    const drawn = (ledger: VersionLedger) =>
      ledger
        .segments()
        .map(({ start, end, carried, inContext }) => [
          start,
          end,
          carried ? 'carried' : 'glimpsed',
          inContext,
        ]);
    const ledger = new VersionLedger();
    ledger.carry([[1, 4]], true);
    ledger.glimpse([[6, 8]]);
    ledger.lose();
    expect(drawn(ledger)).toEqual([
      [1, 4, 'carried', false],
      [6, 8, 'glimpsed', false],
    ]);
    const copy = ledger.copy();
    ledger.carry([[2, 2]], true);
    ledger.carry([[3, 5]], false);
    ledger.glimpse([[7, 7]]);
    expect(drawn(ledger)).toEqual([
      [1, 1, 'carried', false],
      [2, 2, 'carried', true],
      [3, 5, 'carried', false],
      [6, 6, 'glimpsed', false],
      [7, 7, 'glimpsed', true],
      [8, 8, 'glimpsed', false],
    ]);
    expect(ledger.held().toArray()).toEqual([[2, 2]]);
    expect(drawn(copy)).toEqual([
      [1, 4, 'carried', false],
      [6, 8, 'glimpsed', false],
    ]);
  });
});
