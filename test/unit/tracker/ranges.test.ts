import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KnownLines } from '../../../src/tracker/knownLines';
import { MOST_RANGES } from '../../../src/tracker/limits';
import { LineTimes } from '../../../src/tracker/lineTimes';
import { RangeSet } from '../../../src/tracker/rangeSet';

const range = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 20 }))
  .map(([a, n]) => [a, a + n] as const);
const linesOf = ([start, end]: readonly [number, number]) =>
  Array.from({ length: end - start + 1 }, (_, i) => start + i);

describe('RangeSet', () => {
  it('is the union of what was added, with the right number of new lines', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 40, size: 'max' }), range, (added, asked) => {
        const set = new RangeSet();
        const oracle = new Set<number>();
        for (const r of added) {
          const before = oracle.size;
          for (const line of linesOf(r)) oracle.add(line);
          expect(set.add(...r)).toBe(oracle.size - before);
        }
        expect(set.toArray().flatMap(linesOf)).toEqual([...oracle].sort((a, b) => a - b));
        const kept = set.toArray();
        kept.forEach(([start], i) => {
          expect(i === 0 || start > (kept[i - 1]?.[1] ?? 0) + 1).toBe(true);
        });
        expect(set.count(...asked)).toBe(linesOf(asked).filter((line) => oracle.has(line)).length);
        expect(set.gaps(...asked).flatMap(linesOf)).toEqual(
          linesOf(asked).filter((line) => !oracle.has(line)),
        );
      }),
    );
  });
});

describe('a set of so many ranges', () => {
  it('takes no line that would make one more, and says that it is new each time', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 40, size: 'max' }), fc.nat(), (added, copied) => {
        let set = new RangeSet(3);
        const oracle = new Set<number>();
        for (const [at, r] of added.entries()) {
          if (at === copied % added.length) set = set.copy();
          const lines = linesOf(r);
          const isTouched = [r[0] - 1, ...lines, r[1] + 1].some((line) => oracle.has(line));
          const isTaken = isTouched || set.size < 3;
          expect(set.add(...r)).toBe(lines.filter((line) => !oracle.has(line)).length);
          if (isTaken) for (const line of lines) oracle.add(line);
          expect(set.toArray().flatMap(linesOf)).toEqual([...oracle].sort((a, b) => a - b));
          expect(set.size).toBeLessThanOrEqual(3);
        }
      }),
    );
  });

  it('is that of how often lines were given, too', () => {
    const times = new LineTimes();
    for (let line = 1; line <= 2 * MOST_RANGES; line += 2) times.add(line, line);
    expect(times.ranges()).toHaveLength(MOST_RANGES);
    const beyond = 2 * MOST_RANGES + 1;
    expect([times.add(beyond, beyond), times.add(beyond, beyond), times.add(1, 1)]).toEqual([1, 1, 0]);
    expect(times.count(1, beyond)).toBe(MOST_RANGES);
    expect([...times][0]).toEqual([1, 1, 1]);
  });
});

/** Ranges far apart, on both sides of what two and four bytes hold; single lines among them, so that there are many. */
const anywhere = fc
  .tuple(
    fc.constantFrom(1, 65_500, 70_000, 4_294_967_280),
    fc.integer({ min: 0, max: 60 }),
    fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 })),
  )
  .map(([base, at, more]) => [base + at, base + at + more] as const);

function expectCounts(
  times: LineTimes,
  oracle: ReadonlyMap<number, number>,
  asked: readonly (readonly [number, number])[],
): void {
  const sorted = [...oracle].sort(([a], [b]) => a - b);
  const pieces = [...times];
  expect(pieces.flatMap(([start, end, n]) => linesOf([start, end]).map((line) => [line, n]))).toEqual(sorted);
  pieces.forEach(([start, , n], i) => {
    const before = pieces[i - 1];
    expect(before !== undefined && before[1] + 1 === start && before[2] === n).toBe(false);
  });
  expect(times.isEmpty).toBe(oracle.size === 0);
  const given = RangeSet.of(sorted.map(([line]) => [line, line]));
  expect(times.ranges()).toEqual(given.toArray());
  for (const [start, end] of asked) {
    expect(times.count(start, end)).toBe(given.count(start, end));
    expect(times.gaps(start, end)).toEqual(given.gaps(start, end));
  }
  expect(times.count(5, Number.POSITIVE_INFINITY)).toBe(given.count(5, Number.POSITIVE_INFINITY));
}

describe('LineTimes', () => {
  it.each([
    ['near each other', range, 40],
    ['anywhere', anywhere, 120],
  ])('counts each line as often as it was added: %s', (_, ranges, maxLength) => {
    fc.assert(
      fc.property(
        fc.array(ranges, { maxLength, size: 'max' }),
        fc.nat(),
        fc.array(ranges),
        (added, copied, asked) => {
          const times = new LineTimes();
          const oracle = new Map<number, number>();
          let copy = times.copy();
          let ofCopy = new Map(oracle);
          for (const [at, r] of added.entries()) {
            const first = linesOf(r).filter((line) => !oracle.has(line)).length;
            for (const line of linesOf(r)) oracle.set(line, (oracle.get(line) ?? 0) + 1);
            expect(times.add(...r)).toBe(first);
            if (at !== copied % added.length) continue;
            copy = times.copy();
            ofCopy = new Map(oracle);
          }
          expectCounts(times, oracle, [...asked, ...added]);
          expectCounts(copy, ofCopy, asked);
          const some = RangeSet.of(asked);
          expectCounts(times.within(some), new Map([...oracle].filter(([line]) => some.has(line))), added);
        },
      ),
    );
  });

  it('counts on where two bytes end', () => {
    const times = new LineTimes();
    for (let time = 0; time < 65_534; time++) times.add(1, 2);
    for (let line = 10; line < 60; line += 2) times.add(line, line);
    for (let time = 0; time < 3; time++) times.add(2, 3);
    expect([...times].slice(0, 4)).toEqual([
      [1, 1, 65_534],
      [2, 2, 65_537],
      [3, 3, 3],
      [10, 10, 1],
    ]);
    for (let line = 101; line < 200; line += 2) times.add(line, line);
    expect([...times][1]).toEqual([2, 2, 65_537]);
  });
});

describe('KnownLines', () => {
  it('remembers the last hash of each line', () => {
    const line = fc.oneof(fc.integer({ min: 1, max: 700 }), fc.integer({ min: 1, max: 10_000_000 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(line, fc.nat(0xffffffff))), (entries) => {
        const known = new KnownLines();
        const oracle = new Map<number, number>();
        for (const [at, hash] of entries) {
          known.set(at, hash);
          oracle.set(at, hash);
        }
        expect([...known]).toEqual([...oracle].sort(([a], [b]) => a - b));
        expect(known.known).toBe(oracle.size);
        expect(known.highest).toBe(Math.max(0, ...oracle.keys()));
        for (const [at, hash] of oracle) expect(known.at(at)).toBe(hash);
        expect(known.at(701)).toBe(oracle.get(701));
      }),
    );
  });

  it('takes over and compares many at once', () => {
    const start = fc.oneof(fc.integer({ min: 1, max: 700 }), fc.constantFrom(5_000, 9_999_900));
    // Few hashes, so that some lines agree.
    const run = fc.tuple(start, fc.array(fc.nat(1), { maxLength: 600, size: 'max' }), fc.nat(5));
    fc.assert(
      fc.property(fc.array(run, { maxLength: 6 }), run, (added, [from, asked, skipped]) => {
        const known = new KnownLines();
        const oracle = new Map<number, number>();
        for (const [first, hashes, skip] of added) {
          const kept = hashes.slice(skip);
          known.setAll(first, Uint32Array.from(hashes), skip, kept.length);
          for (const [at, hash] of kept.entries()) oracle.set(first + at, hash);
        }
        expect([...known]).toEqual([...oracle].sort(([a], [b]) => a - b));
        expect(known.known).toBe(oracle.size);
        expect(known.highest).toBe(Math.max(0, ...oracle.keys()));
        const inRuns = Array.from(known.runs(), ({ start: first, hashes }) =>
          Array.from(hashes, (hash, at) => [first + at, hash] as const),
        );
        expect(inRuns.flat()).toEqual([...known]);
        const copy = known.copy();
        known.setAll(1, [2, 2, 2]);
        expect([...copy]).toEqual([...oracle].sort(([a], [b]) => a - b));
        const lines = asked.slice(skipped).map((hash, at) => [from + at, hash] as const);
        const both = lines.filter(([line]) => oracle.has(line));
        const isSame = both.every(([line, hash]) => oracle.get(line) === hash);
        const end = from + lines.length - 1;
        expect(copy.compare(from, end, Uint32Array.from(asked), skipped)).toBe(isSame ? both.length : -1);
        expect(copy.count(from, end)).toBe(both.length);
        const own = lines.map(([line]) => oracle.get(line) ?? 7);
        expect(copy.compare(from, end, Uint32Array.from([9, ...own]), 1)).toBe(both.length);
      }),
    );
  });
});
