import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeByTime } from '../../../src/ingest/mergeByTime';

interface Item {
  readonly time: number | null;
  readonly stream: number;
  readonly at: number;
}

const streams = fc
  .array(fc.array(fc.option(fc.integer({ min: 0, max: 9 })), { maxLength: 8 }), { maxLength: 5 })
  .map((all) => all.map((times, stream) => times.map((time, at): Item => ({ time, stream, at }))));

/** Looks at every head each time. */
function naive(all: readonly (readonly Item[])[]): Item[] {
  const rest = all.map((items) => ({ items: [...items], time: Number.NEGATIVE_INFINITY }));
  const merged: Item[] = [];
  for (;;) {
    let best: (typeof rest)[number] | undefined;
    let bestTime = Number.POSITIVE_INFINITY;
    for (const stream of rest) {
      const [head] = stream.items;
      if (head === undefined) continue;
      const time = head.time ?? stream.time;
      if (best === undefined || time < bestTime) {
        best = stream;
        bestTime = time;
      }
    }
    const item = best?.items.shift();
    if (best === undefined || item === undefined) return merged;
    best.time = bestTime;
    merged.push(item);
  }
}

describe('merging by time', () => {
  it('takes the earliest head, ties by the order of the streams', () => {
    fc.assert(
      fc.property(streams, (all) => {
        expect([...mergeByTime(all)]).toEqual(naive(all));
      }),
    );
  });

  it('keeps the order within a stream', () => {
    fc.assert(
      fc.property(streams, (all) => {
        const merged = [...mergeByTime(all)];
        for (const [stream, items] of all.entries()) {
          expect(merged.filter((item) => item.stream === stream)).toEqual(items);
        }
      }),
    );
  });

  it('gives items without time the time of the item before them', () => {
    const first = [{ time: 1 }, { time: null }, { time: 5 }].map((item) => ({ ...item, of: 'first' }));
    const second = [{ time: 2 }, { time: 3 }].map((item) => ({ ...item, of: 'second' }));
    expect(
      [...mergeByTime<{ time: number | null; of: string }>([first, second])].map(({ of }) => of),
    ).toEqual(['first', 'first', 'second', 'second', 'first']);
  });
});
