import type { Random } from '../../golden/support/random';

/** Values that no honest program writes in the place of another. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  8.64e15 + 1,
  -8.64e15,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  10_000_001,
  '',
  ' ',
  '\u0000',
  '/a\nb',
  '/a\u001b[31mb',
  '\u202e/x',
  '/\u2066x\u2069',
  '\ud800',
  '/\udc00/\ud800',
  'C:\\a\\..\\..\\b',
  'C:con',
  'CON',
  '/ws/NUL',
  'COM1.txt',
  '\\\\server\\share\\x',
  '\\\\?\\C:\\x',
  '//server/share',
  'file:///a%2Fb%ZZ',
  'file:///C:/a%20b',
  'vscode-remote://x/y',
  '~/x',
  '~',
  '.',
  '..',
  '../../../../../../etc/x',
  '/dev/zero',
  '/dev/random',
  '/proc/self/mem',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '999999999',
  '-5',
  '1e9',
  '1970-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '9999-99-99T99:99:99Z',
  '2026-12-01T00:00:00.000Z',
  [],
  {},
  [null],
  [[[]]],
  [[5, 1]],
  [[-5, -1]],
  [[0, 0]],
  [
    [1, 2],
    [2, 1e9],
  ],
  ['a', 1, {}],
  JSON.parse('{"__proto__":{"path":"/polluted","content":"x"},"constructor":{"prototype":1}}'),
];

/** Large ones, made when they are asked for. */
const LARGE: readonly (() => unknown)[] = [
  () => 'x'.repeat(100_000),
  () => '\n'.repeat(50_000),
  () => '1\t\n'.repeat(20_000),
  () => ' '.repeat(50_000),
  () => '\\'.repeat(20_000),
  () => 'a/../'.repeat(10_000),
  () => Array.from({ length: 20_000 }, (_, i) => [i + 1, i + 1]),
  () => Array.from({ length: 5000 }, () => ({})),
  () => deep('[', ']'),
  () => deep('{"a":', '}'),
];

function deep(open: string, close: string): unknown {
  return JSON.parse(`${open.repeat(3000)}1${close.repeat(3000)}`);
}

export function hostileValue(random: Random): unknown {
  return random.chance(0.03) ? random.of(LARGE)?.() : random.of(HOSTILE);
}
