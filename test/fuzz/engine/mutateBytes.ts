import type { Random } from '../../golden/support/random';

const TELLING: readonly Buffer[] = [
  '\u0000',
  '\u0000\u0000\u0000\u0000',
  '\ufeff',
  '\r',
  '\n',
  '\r\n',
  '\n\n',
  '"',
  '\\',
  '\\"',
  '\\u0000',
  '\\ud800',
  '\\udc00',
  '\\u2028',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '{}',
  'null',
  '-1',
  '0',
  '1e999',
  '9007199254740993',
  '-9223372036854775808',
  '"__proto__":',
  '"constructor":',
  '__proto__',
  '\u202e',
  '\u200b',
  '../',
  '..\\',
  '\\\\server\\share\\',
  'CON',
  'NUL',
  'COM1',
  '/dev/zero',
  '//',
  '/*',
  '*/',
  '\u001b[2J',
  '\u2028',
  'é',
  '😀',
].map((text) => Buffer.from(text));
const BROKEN: readonly Buffer[] = [
  Buffer.from([0xff]),
  Buffer.from([0xc3]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xf0, 0x9f]),
  Buffer.from([0x80]),
];
const LONGEST = 1024 * 1024;

/** Changes an input in one to four ways: bytes are cut, doubled, moved, exchanged and put in. */
export function mutateBytes(input: Buffer, random: Random, other: Buffer): Buffer {
  let changed = input;
  for (let times = 1 + random.below(4); times > 0; times--) changed = once(changed, random, other);
  return changed.length > LONGEST ? changed.subarray(0, LONGEST) : changed;
}

function once(input: Buffer, random: Random, other: Buffer): Buffer {
  const at = random.below(input.length + 1);
  const length = 1 + random.below(random.chance(0.7) ? 16 : Math.max(1, input.length - at));
  const [head, tail] = [input.subarray(0, at), input.subarray(at)];
  const rest = input.subarray(at + length);
  switch (random.below(10)) {
    case 0:
      return head;
    case 1:
      return tail;
    case 2:
      return Buffer.concat([head, rest]);
    case 3:
      return Buffer.concat([head, input.subarray(at, at + length), tail]);
    case 4:
      return Buffer.concat([head, random.of(random.chance(0.8) ? TELLING : BROKEN) ?? head, tail]);
    case 5:
      return Buffer.concat([head, random.of(TELLING) ?? head, rest]);
    case 6: {
      const copy = Buffer.from(input);
      for (let times = 1 + random.below(4); times > 0 && copy.length > 0; times--) {
        const place = random.below(copy.length);
        copy[place] = random.chance(0.5) ? (copy[place] ?? 0) ^ (1 << random.below(8)) : random.below(256);
      }
      return copy;
    }
    case 7: {
      const from = random.below(other.length + 1);
      return Buffer.concat([head, other.subarray(from, from + length), tail]);
    }
    case 8: {
      const again = input.subarray(at, at + 64);
      const times = 2 + random.below(random.chance(0.95) ? 20 : 5000);
      return Buffer.concat([head, ...Array.from({ length: times }, () => again), tail]);
    }
    default:
      return Buffer.concat([tail, head]);
  }
}
