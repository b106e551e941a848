import { isDeepStrictEqual } from 'node:util';
import { type JsonLine, JsonLines } from '../../../src/ingest/jsonLines';
import { Random } from '../../golden/support/random';
import { inPieces, seedOf } from '../engine/pieces';
import { demand, pure, type Target } from '../engine/target';

/** Short, so that lines that are too long are not rare. */
const LONGEST = 200;

const SEEDS: readonly string[] = [
  '',
  '\n\n\n',
  '{"a":1}\n{"b":"x"}\n',
  '{"a":1}\r\n{"b":2}\r\n',
  '\ufeff{"a":1}\n\ufeff{"b":2}',
  '\0\0\0{"a":1}\n{"a":\0"x"}\n{"c":3}\0\0\n',
  ' \t{"a":[{"b":{}}]} \r\n[1]\nnull\n"x"\n{"a":1',
  `{"a":"${'x'.repeat(190)}"}\n{"a":"${'x'.repeat(191)}"}\n{"a":"${'x'.repeat(192)}"}\n`,
  `${' '.repeat(300)}\n{"late":1}\n`,
  '{"__proto__":{"x":1},"constructor":1}\n{"a":"\\ud800"}\n{"a":1e999}\n',
];

export const JSON_LINES: Target = {
  name: 'json-lines',
  checks: 'the same lines in pieces of any size; those of a naive reader',
  seeds: () => SEEDS.map((text) => Buffer.from(text)),
  open: pure((input) => {
    const whole = linesOf([input]);
    const random = new Random(seedOf(input));
    for (let times = 0; times < 3; times++) {
      const pieces = linesOf(inPieces(input, random));
      demand(
        isDeepStrictEqual(pieces, whole),
        () => `in pieces ${JSON.stringify(pieces)}, whole ${JSON.stringify(whole)}`,
      );
    }
    const naive = naively(input);
    demand(
      isDeepStrictEqual(whole, naive),
      () => `${JSON.stringify(whole)}, naively ${JSON.stringify(naive)}`,
    );
  }),
};

function linesOf(pieces: readonly Buffer[]): JsonLine[] {
  const lines = new JsonLines(undefined, LONGEST);
  const found: JsonLine[] = [];
  for (const piece of pieces) {
    // The bytes may be used again afterwards.
    const own = Buffer.from(piece);
    lines.push(own);
    for (let line = lines.next(); line !== null; line = lines.next()) found.push(line);
    own.fill(0x7a);
    demand(lines.heldBytes <= LONGEST, () => `${lines.heldBytes} bytes are held`);
  }
  const last = lines.end();
  return last === null ? found : [...found, last];
}

function naively(input: Buffer): JsonLine[] {
  const found: JsonLine[] = [];
  const lines: Buffer[] = [];
  for (let at = 0; at <= input.length; ) {
    const end = input.indexOf('\n', at);
    lines.push(input.subarray(at, end === -1 ? input.length : end));
    at = end === -1 ? input.length + 1 : end + 1;
  }
  for (const [i, bytes] of lines.entries()) {
    const line = i + 1;
    if (bytes.length > LONGEST) {
      found.push({ record: null, line });
      continue;
    }
    // One character a byte: only the rims are looked at.
    const latin = bytes.toString('latin1').replace(line === 1 ? /^\xef\xbb\xbf/ : /^$/, '');
    const bare = latin.replace(/^[ \t\r\0]+/, '').replace(/[ \t\r\0]+$/, '');
    if (bare === '') {
      if (latin.includes('\0')) found.push({ record: null, line });
      continue;
    }
    found.push({
      record: bare.startsWith('{') ? objectIn(Buffer.from(bare, 'latin1').toString('utf8')) : null,
      line,
    });
  }
  return found;
}

function objectIn(text: string): JsonLine['record'] {
  try {
    return JSON.parse(text);
  } catch {
    return null; // Damaged.
  }
}
