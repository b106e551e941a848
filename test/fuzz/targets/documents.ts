import { isDeepStrictEqual } from 'node:util';
import { mayBeDocument, parseDocument } from '../../../src/ingest/jsonDocument';
import { mutateBytes } from '../engine/mutateBytes';
import { mutateJsonText } from '../engine/mutateJsonText';
import { demand, pure, type Target } from '../engine/target';

const SEEDS: readonly string[] = [
  '{"a":1}',
  '[\n  {"role":"user"}\n]\n',
  '\ufeff{\n  "version": 3,\n  "requests": []\n}\r\n',
  ' \r\n\t[1, [2, [3]]]',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
  '"text"',
  '12',
  '{"__proto__":{"x":1}}',
];

export const DOCUMENTS: Target = {
  name: 'documents',
  checks: 'one record exactly where JSON.parse gives an object or a list',
  seeds: () => SEEDS.map((text) => Buffer.from(text)),
  mutate: (input, random, other) =>
    random.chance(0.5) ? mutateBytes(input, random, other) : mutateJsonText(input, random, other),
  open: pure((input) => {
    mayBeDocument(input.subarray(0, 4096));
    const record = parseDocument(input);
    const value = naively(input.toString('utf8'));
    const isRecord = typeof value === 'object' && value !== null;
    const wanted = Array.isArray(value) ? { items: value } : isRecord ? value : null;
    demand(isSame(record, wanted), () => 'another record than JSON.parse gives');
  }),
};

function isSame(one: unknown, other: unknown): boolean {
  try {
    return isDeepStrictEqual(one, other);
  } catch (error) {
    // What compares them calls itself, which a value that is deep enough forbids.
    if (error instanceof RangeError) return true;
    throw error;
  }
}

function naively(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
