import type { Random } from '../../golden/support/random';
import { mutateBytes } from './mutateBytes';
import { withExchange, withHostileValue, withTweak } from './mutateJson';

/** Changes one of the JSON lines of an input, or the bytes of it all. */
export function mutateJsonText(input: Buffer, random: Random, other: Buffer): Buffer {
  if (random.chance(0.2)) return mutateBytes(input, random, other);
  const lines = input.toString('utf8').split('\n');
  let changed = lines;
  for (let times = 1 + random.below(3); times > 0; times--) {
    const which = random.below(changed.length);
    changed = changed.flatMap((line, i) => (i === which ? changedLine(line, random) : [line]));
    if (random.chance(0.1)) changed = random.shuffled(changed);
  }
  return Buffer.from(changed.join('\n'));
}

function changedLine(line: string, random: Random): string[] {
  const value = jsonIn(line);
  if (value === undefined) return [line];
  try {
    return changedValue(line, value, random);
  } catch (error) {
    // What changes values calls itself, which a value that is deep enough forbids.
    if (error instanceof RangeError) return [line];
    throw error;
  }
}

function changedValue(line: string, value: unknown, random: Random): string[] {
  switch (random.below(8)) {
    case 0:
      return [];
    case 1:
      return [line, line];
    case 2:
      return [JSON.stringify(withExchange(value, random)) ?? line];
    case 3:
    case 4:
      return [JSON.stringify(withTweak(value, random)) ?? line];
    default:
      return [JSON.stringify(withHostileValue(value, random)) ?? line];
  }
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // Changed before.
  }
}
