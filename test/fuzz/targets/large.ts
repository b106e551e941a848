import { Random } from '../../golden/support/random';
import type { Attempt, Target } from '../engine/target';
import { JSON_LINES } from './lines';

const MB = 1024 * 1024;
/** Bytes of one line. */
const LONG = 12 * MB;
const DEEP = 100_000;
const PLACE = '\u0001here';

/** What stands in the place of a value, as JSON text. */
const LARGE: readonly (() => string)[] = [
  () => `"${'x'.repeat(LONG)}"`,
  () => `"${'line of a text\\n'.repeat(LONG / 16)}"`,
  () => `"${'\\n'.repeat(LONG / 4)}"`,
  () => `"${'1\\t\\n'.repeat(LONG / 8)}"`,
  () => `"${'\\u0000\\ud800'.repeat(MB / 4)}"`,
  () => `"${'a/../'.repeat(MB / 4)}"`,
  () => `${'['.repeat(DEEP)}1${']'.repeat(DEEP)}`,
  () => `${'{"content":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  () => `${'[{"text":'.repeat(DEEP / 2)}"x"${'}]'.repeat(DEEP / 2)}`,
  () => `[${'[5,1],'.repeat(200_000)}[1,2]]`,
  () => `[${'{"type":"text","text":"x"},'.repeat(100_000)}{}]`,
  () => `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":${i}`).join(',')}}`,
  () => '9'.repeat(MB),
  () => `-${'9'.repeat(400)}`,
  () => '1e999',
  () => '-1e999',
  () => '9007199254740993',
  () => '0.1e-999',
];

/** Which target, which of its inputs, which value in it, and what comes in its place: four numbers, of two bytes each. */
const NUMBERS = 4;

/**
 * What is large: each parser's own inputs, with a value in them that is 12 MB long, 100,000 levels deep, or a number beyond
 * all bounds. Few inputs a second, so that a target's own run does without them.
 *
 * @param targets which take JSON, a line each
 */
export function largeTarget(targets: readonly Target[]): Target {
  return {
    name: 'large',
    checks:
      'lines of 12 MB, 100,000 levels, numbers beyond all bounds: what each parser’s own target checks, in bounded time',
    seeds: () => {
      const random = new Random(29);
      return Array.from({ length: 4 * targets.length }, (_, i) => {
        const bytes = Buffer.from(Array.from({ length: 2 * NUMBERS }, () => random.below(256)));
        bytes.writeUInt16BE(i % targets.length);
        return bytes;
      });
    },
    slowest: 20_000,
    open: async () => {
      const opened = new Map<Target, Attempt>();
      return {
        run: async (input) => {
          const numbers = Array.from({ length: NUMBERS }, (_, i) =>
            2 * i + 1 < input.length ? input.readUInt16BE(2 * i) : 0,
          );
          const [which = 0, seed = 0, place = 0, what = 0] = numbers;
          const target = targets[which % targets.length] ?? JSON_LINES;
          const attempt = opened.get(target) ?? (await target.open());
          opened.set(target, attempt);
          const seeds = target.seeds();
          const text = seeds[seed % Math.max(1, seeds.length)]?.toString('utf8') ?? '{}';
          await attempt.run(Buffer.from(withLarge(text, place, LARGE[what % LARGE.length]?.() ?? '')));
        },
        close: async () => {
          for (const attempt of opened.values()) await attempt.close();
        },
      };
    },
  };
}

/** The lines with another value in one of them. */
function withLarge(text: string, place: number, large: string): string {
  const lines = text.split('\n');
  const objects = lines.flatMap((line, i) => (i > 0 && line.startsWith('{') ? [i] : []));
  const at = objects[place % Math.max(1, objects.length)];
  if (at === undefined) return `${text}\n${large}\n`;
  const value: unknown = JSON.parse(lines[at] ?? '{}');
  const places = placesIn(value);
  const [holder, key] = places[(place >> 4) % Math.max(1, places.length)] ?? [];
  if (holder === undefined || key === undefined) return `${text}\n${large}\n`;
  holder[key] = PLACE;
  // The first line is the target's own, which says what is still true of the others: with another text in them, nothing.
  lines[0] = (lines[0] ?? '').replace(/"keeps":"\w+"/, '"keeps":"nothing"');
  lines[at] = JSON.stringify(value).replace(JSON.stringify(PLACE), () => large);
  return lines.join('\n');
}

/** Every place of a value, in a value. */
function placesIn(value: unknown, into: [Record<string, unknown>, string][] = []): typeof into {
  if (typeof value !== 'object' || value === null) return into;
  const holder = value as Record<string, unknown>;
  for (const [key, each] of Object.entries(holder)) {
    into.push([holder, key]);
    placesIn(each, into);
  }
  return into;
}
