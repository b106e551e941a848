import type { JsonObject } from '../../../src/agents/adapter';
import type { Random } from '../../golden/support/random';
import { hostileValue } from './hostileValues';

type Step = string | number;

/** Records as values: changed in one place by a value that has no text from elsewhere in them. */
export function withHostileValue(value: unknown, random: Random): unknown {
  return replaced(value, placeIn(value, random), () => hostileValue(random));
}

/** A number or a text a little different, as one that counts or cuts differently would write it. */
export function withTweak(value: unknown, random: Random): unknown {
  return replaced(value, placeIn(value, random, isLeaf), (old) => tweaked(old, random));
}

/** Two values at each other's place. */
export function withExchange(value: unknown, random: Random): unknown {
  const [one, other] = [placeIn(value, random), placeIn(value, random)];
  const [first, second] = [at(value, one), at(value, other)];
  const half = replaced(value, one, () => second);
  return replaced(half, other, () => first);
}

function isLeaf(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function tweaked(old: unknown, random: Random): unknown {
  if (typeof old === 'number') {
    const by = [1, -1, 10, -10, old, -2 * old, 0.5, 1e9][random.below(8)] ?? 1;
    return old + by;
  }
  if (typeof old === 'boolean') return !old;
  if (typeof old !== 'string') return hostileValue(random);
  const [from, to] = [random.below(old.length + 1), random.below(old.length + 1)].sort((a, b) => a - b);
  const part = old.slice(from, to);
  switch (random.below(7)) {
    case 0:
      return old.slice(0, from);
    case 1:
      return old.slice(from);
    case 2:
      return old.slice(0, from) + old.slice(to);
    case 3:
      return old.slice(0, to) + part + old.slice(to);
    case 4:
      return old.replace(/\d+/, (digits) => String(Number(digits) + 1 - 2 * random.below(2)));
    case 5:
      return old.replaceAll('\n', '\r\n');
    default:
      return `${old.slice(0, from)}${random.of(['\n', '\r', '\u0000', '\t', '\ufeff', '\u2028', '\ud800', '  ', '→', ':'])}${old.slice(from)}`;
  }
}

/** A place somewhere in a value: deeper ones as often as high ones. */
function placeIn(value: unknown, random: Random, wanted: (value: unknown) => boolean = () => true): Step[] {
  const path: Step[] = [];
  let here = value;
  for (let depth = 0; depth < 40; depth++) {
    if (typeof here !== 'object' || here === null) break;
    if (depth > 0 && wanted(here) && random.chance(0.15)) break;
    const names = Object.keys(here);
    const name = random.of(names);
    if (name === undefined) break;
    path.push(name);
    here = Reflect.get(here, name);
  }
  return path;
}

function at(value: unknown, path: readonly Step[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = Reflect.get(here, step);
  }
  return here;
}

function replaced(
  value: unknown,
  [step, ...rest]: readonly Step[],
  change: (old: unknown) => unknown,
): unknown {
  if (step === undefined) return change(value);
  if (typeof value !== 'object' || value === null) return value;
  const copy: unknown = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as JsonObject) };
  Object.defineProperty(copy, step, {
    value: replaced(Reflect.get(value, step), rest, change),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}
