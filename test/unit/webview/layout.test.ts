import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  callAt,
  callsInView,
  columnsWidth,
  fitted,
  GUTTER,
  HEADER,
  laneAt,
  layOut,
  spanOf,
  within,
  xOf,
  zoomed,
} from '../../../src/webview/map/layout';

const files = fc.array(
  fc.record({ name: fc.constant('a.ts'), lines: fc.nat(50_000), hasEnd: fc.boolean() }),
  { maxLength: 40 },
);
const width = fc.integer({ min: 250, max: 4000 });
const calls = fc.integer({ min: 1, max: 10_000 });

describe('the map of a session', () => {
  it('gives each file a band that can be read, below the one before, within what there is where that is enough', () => {
    fc.assert(
      fc.property(files, fc.integer({ min: 0, max: 3000 }), (given, room) => {
        const { lanes, height } = layOut(given, room);
        let end = 0;
        for (const lane of lanes) {
          expect(lane.top).toBeGreaterThanOrEqual(end);
          expect(lane.height).toBeGreaterThanOrEqual(22);
          end = lane.top + lane.height;
        }
        if (room >= given.length * 30) expect(height).toBeLessThanOrEqual(room + 1e-6);
      }),
    );
  });

  it('draws each range of lines within its band, the last line at its end', () => {
    const lane = { top: 100, height: 50, lines: 1000, known: 50 };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.nat(999), (start, more) => {
        const end = Math.min(1000, start + more);
        const { top, height } = spanOf(lane, start, end);
        expect(top).toBeGreaterThanOrEqual(100);
        expect(top + height).toBeLessThanOrEqual(150 + 1e-6);
        expect(height).toBeGreaterThanOrEqual(1.5);
      }),
    );
    expect(spanOf(lane, 1, 1000)).toEqual({ top: 100, height: 50 });
  });

  it('never fills the band of a file of unknown length, however many of its lines were given', () => {
    fc.assert(
      fc.property(files, fc.integer({ min: 0, max: 3000 }), (given, room) => {
        for (const [i, lane] of layOut(given, room).lanes.entries()) {
          const { lines, hasEnd } = given[i] ?? { lines: 0, hasEnd: false };
          const { height } = spanOf(lane, 1, Math.max(1, lines));
          expect(height).toBeCloseTo(lane.known);
          if (hasEnd) expect(height).toBeCloseTo(lane.height);
          else expect(height).toBeLessThan(lane.height * 0.8);
        }
      }),
    );
  });

  it('shows all calls when it fits them', () => {
    fc.assert(
      fc.property(calls, width, (count, wide) => {
        const view = fitted(count, wide);
        expect(xOf(view, count)).toBeLessThanOrEqual(GUTTER + columnsWidth(wide) + 1e-6);
        expect(callsInView(view, wide, count)).toEqual({ from: 0, to: count });
      }),
    );
  });

  it('finds the call where it is drawn', () => {
    fc.assert(
      fc.property(calls, width, fc.double({ min: 1, max: 40, noNaN: true }), (count, wide, factor) => {
        const size = { calls: count, width: wide, room: 100, height: 100 };
        const view = within(zoomed(fitted(count, wide), factor, wide / 2), size);
        const { from, to } = callsInView(view, wide, count);
        for (const call of [from, to - 1]) {
          const middle = xOf(view, call) + view.column / 2;
          if (middle >= GUTTER) expect(callAt(view, middle, count)).toBe(call);
        }
        expect(callAt(view, GUTTER - 1, count)).toBeUndefined();
      }),
    );
  });

  it('keeps the call under the pointer where it is when it zooms', () => {
    fc.assert(
      fc.property(calls, width, fc.double({ min: 0.5, max: 2, noNaN: true }), (count, wide, factor) => {
        const view = fitted(count, wide);
        const x = GUTTER + columnsWidth(wide) / 3;
        const under = view.first + (x - GUTTER) / view.column;
        const next = zoomed(view, factor, x);
        expect(xOf(next, under)).toBeCloseTo(x, 3);
      }),
    );
  });

  it('never shows what is before the first call or beyond the last, as far as that can be', () => {
    fc.assert(
      fc.property(calls, width, fc.double({ min: -1e5, max: 1e5, noNaN: true }), (count, wide, first) => {
        const size = { calls: count, width: wide, room: 300, height: 900 };
        const view = within({ column: 8, first, top: first }, size);
        expect(view.first).toBeGreaterThanOrEqual(0);
        expect(view.first).toBeLessThanOrEqual(Math.max(0, count - columnsWidth(wide) / 8));
        expect(view.top).toBeGreaterThanOrEqual(0);
        expect(view.top).toBeLessThanOrEqual(600);
      }),
    );
  });

  it('knows whose name stands at a place beside the columns', () => {
    const layout = layOut(
      [
        { name: 'a.ts', lines: 10, hasEnd: true },
        { name: 'b.ts', lines: 1000, hasEnd: true },
      ],
      400,
    );
    for (const [i, { top, height }] of layout.lanes.entries()) {
      for (const scrolled of [0, 15]) {
        const view = { column: 1, first: 0, top: scrolled };
        expect(laneAt(view, layout, 5, HEADER + top - scrolled + height / 2)).toBe(i);
      }
    }
    const view = { column: 1, first: 0, top: 0 };
    expect(laneAt(view, layout, GUTTER, HEADER + 5)).toBeUndefined();
    expect(laneAt(view, layout, 5, HEADER - 1)).toBeUndefined();
    expect(laneAt(view, layout, 5, HEADER + layout.height + 1)).toBeUndefined();
  });
});
