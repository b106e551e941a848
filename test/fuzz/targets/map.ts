import { fitted, layOut, spanOf } from '../../../src/webview/map/layout';
import { mutateJsonText } from '../engine/mutateJsonText';
import { demand, pure, type Target } from '../engine/target';

const SEEDS: readonly object[] = [
  { files: [40, 900, 0], room: 600, width: 900, calls: 47 },
  { files: [], room: 0, width: 0, calls: 0 },
  { files: [1, 10_000_000], room: 10, width: 1, calls: 1_000_000 },
  { files: Array.from({ length: 500 }, (_, i) => i), room: 300, width: 5000, calls: 3 },
];

/** How many lines each file has, and how large the map is. */
export const MAP: Target = {
  name: 'map',
  checks:
    'every lane and every range of lines has a place that is finite, within its lane and below the lane before',
  seeds: () => SEEDS.map((seed) => Buffer.from(JSON.stringify(seed))),
  mutate: mutateJsonText,
  open: pure((input) => {
    const { files, room, width, calls } = sizesIn(input);
    const { lanes, height } = layOut(
      files.map((lines, i) => ({ name: 'x', lines, hasEnd: i % 2 === 0 })),
      room,
    );
    demand(Number.isFinite(height), () => `height ${height}`);
    let below = 0;
    for (const lane of lanes) {
      demand(lane.top >= below && lane.height > 0, () => `lane ${JSON.stringify(lane)} below ${below}`);
      below = lane.top + lane.height;
      for (const [start, end] of [
        [1, 1],
        [1, lane.lines],
        [lane.lines, lane.lines],
      ] as const) {
        const span = spanOf(lane, start, end);
        const isIn = span.top >= lane.top - 1e-6 && span.top + span.height <= below + 1e-6;
        demand(
          isIn && span.height > 0,
          () => `${start}–${end} at ${JSON.stringify(span)} in ${JSON.stringify(lane)}`,
        );
      }
    }
    const { column, first, top } = fitted(calls, width);
    demand(column > 0 && Number.isFinite(column) && first === 0 && top === 0, () => `column ${column}`);
  }),
};

function sizesIn(input: Buffer) {
  const [first = ''] = input.toString('utf8').split('\n');
  const from = objectIn(first);
  const number = (value: unknown, most: number) =>
    typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(0, Math.round(value))) : 0;
  const files = Array.isArray(from.files) ? from.files : [];
  return {
    files: files.slice(0, 2000).map((lines) => number(lines, 10_000_000)),
    room: number(from.room, 100_000),
    width: number(from.width, 100_000),
    calls: number(from.calls, 10_000_000),
  };
}

function objectIn(line: string): { files?: unknown; room?: unknown; width?: unknown; calls?: unknown } {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {}; // The bytes were changed.
  }
}
