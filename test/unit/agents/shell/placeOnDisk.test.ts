import { describe, expect, it } from 'vitest';
import { placeOnDisk } from '../../../../src/agents/shell/placeOnDisk';
import { LineHasher } from '../../../../src/text/lineHash';
import type { LineClaim } from '../../../../src/tracker/event';

const hasher = new LineHasher([5, 9]);

function place(shown: readonly string[], claim: LineClaim, disk: readonly string[], cut = false) {
  const placed = placeOnDisk({ lineHashes: hasher.each(shown), claim, cut }, hasher.each(disk), hasher);
  return placed === null ? null : [placed.returned, placed.cutLines, placed.lineHashes.length];
}

const whole = { from: 1, to: null };

describe('placeOnDisk', () => {
  it('places a whole file, blank lines at its ends left out', () => {
    expect(place(['a', 'b'], whole, ['a', 'b'])).toEqual([[[1, 2]], [], 2]);
    expect(place(['a', '', 'b'], whole, ['', ' ', 'a', '', 'b', '\t'])).toEqual([[[3, 5]], [], 3]);
  });

  it('places the last lines', () => {
    expect(place(['c', 'd'], { last: 2 }, ['a', 'b', 'c', 'd'])).toEqual([[[3, 4]], [], 2]);
    expect(place(['c'], { last: 3 }, ['a', 'b', 'c', '', ''])).toEqual([[[3, 3]], [], 1]);
  });

  it('places a part that was cut, without the line that was cut', () => {
    expect(place(['a', 'b', 'c'], whole, ['a', 'b', 'ccc', 'd'], true)).toEqual([[[1, 2]], [3], 2]);
    expect(place(['a', 'b'], whole, ['a', 'b', 'c'], true)).toEqual([[[1, 2]], [], 2]);
  });

  it.each([
    [['a', 'x'], whole, ['a', 'b']],
    [['a', 'b'], whole, ['a', 'b  ']],
    [['a'], whole, ['a', 'b']],
    [['a', 'b', 'c'], whole, ['a', 'b']],
    [['b'], { from: 1, to: 5 }, ['a', 'b']],
    [['b'], { last: 2 }, ['b', 'x', 'y']],
    [[''], whole, ['', '']],
    [['a'], { from: 1, to: 3 }, ['a', 'a', 'a']],
  ])('is not sure of %j', (shown, claim, disk) => {
    expect(place(shown, claim, disk)).toBeNull();
  });
});
