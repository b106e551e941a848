import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/agents/adapter';
import { ADAPTERS } from '../../src/agents/registry';
import type { AgentEvent } from '../../src/tracker/event';
import { readAll, readerOf, recordsOf } from './support/captureSuite';
import { CAPTURES } from './support/captures';
import { Random } from './support/random';

/** By hand more: HOSTILE_RUNS=3000. */
const { HOSTILE_RUNS = '60' } = process.env;

const deep = (open: string, close: string): unknown =>
  JSON.parse(`${open.repeat(3000)}1${close.repeat(3000)}`);
const HOSTILE: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 31),
  10_000_001,
  '',
  ' ',
  '\u0000',
  '/a\nb',
  '\u202e/x',
  'C:\\a\\..\\..\\b',
  '\\\\server\\share\\x',
  'file:///a%2Fb%ZZ',
  'file:///C:/a%20b',
  '~/x',
  '../../../../../../etc/x',
  '__proto__',
  'constructor',
  'toString',
  '999999999',
  '1e9',
  'x'.repeat(100_000),
  '\n'.repeat(100_000),
  '1\t\n'.repeat(20_000),
  [],
  {},
  [null],
  [[[]]],
  ['a', 1, {}],
  JSON.parse('{"__proto__":{"path":"/polluted","content":"x"},"constructor":{"prototype":1}}'),
  deep('[', ']'),
  deep('{"a":', '}'),
];

type Step = string | number;

/** Every place in a value, at most so deep. */
function places(value: unknown, depth = 12): Step[][] {
  if (typeof value !== 'object' || value === null || depth === 0) return [[]];
  const inner = Object.entries(value).flatMap(([name, part]) =>
    places(part, depth - 1).map((rest): Step[] => [name, ...rest]),
  );
  return [[], ...inner];
}

function replaced(value: unknown, [step, ...rest]: readonly Step[], by: unknown): unknown {
  if (step === undefined) return by;
  const copy: unknown = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  const inner = Reflect.get(copy as object, step) as unknown;
  Object.defineProperty(copy, step, {
    value: replaced(inner, rest, by),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}

function faultsOf(events: readonly AgentEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.kind !== 'read' && event.kind !== 'delivered') return [];
    let last = 0;
    let count = 0;
    for (const [start, end] of event.returned) {
      if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start <= last || end < start)
        return [`ranges ${JSON.stringify(event.returned)}`];
      last = end;
      count += end - start + 1;
    }
    if ((event.lineHashes?.length ?? 0) !== count)
      return [`${event.lineHashes?.length} hashes of ${count} lines`];
    if (!/^(?:\/|[A-Za-z]:\\|\\\\)/.test(event.path)) return [`path ${event.path}`];
    const { totalLines } = event;
    if (totalLines !== null && (!Number.isSafeInteger(totalLines) || totalLines < last))
      return [`total ${totalLines}`];
    return [];
  });
}

describe('records with values that no agent writes', () => {
  it.each(CAPTURES.map((capture) => [capture.capture, capture] as const))(
    '%s: give sound events or none, and never throw',
    (_, capture) => {
      const files = [...recordsOf(capture)].filter(([, records]) => records.length > 0);
      const faults: string[] = [];
      for (let seed = 1; seed <= Number(HOSTILE_RUNS); seed++) {
        const random = new Random(seed);
        const [file, records] = random.of(files) ?? files[0] ?? ['', []];
        const at = random.below(records.length);
        const from = Math.max(0, at - 12);
        const around = records.slice(from, at + 12);
        const target = around[at - from];
        const where = random.of(places(target));
        const by = random.of(HOSTILE);
        const hostile = replaced(target, where ?? [], by);
        if (typeof hostile !== 'object' || hostile === null || Array.isArray(hostile)) continue;
        const changed = around.map((record, i) => (i === at - from ? (hostile as JsonObject) : record));
        const told = () => `seed ${seed}: ${where?.join('.')} = ${JSON.stringify(by)?.slice(0, 60)}`;
        try {
          for (const adapter of ADAPTERS) adapter.recognises(hostile as JsonObject);
          const head = from > 0 ? records.slice(0, 2) : [];
          const faulty = faultsOf(readAll(readerOf(capture, file), [...head, ...changed]));
          faults.push(...faulty.map((fault) => `${told()}: ${fault}`));
        } catch (error) {
          faults.push(
            `${told()}: ${error instanceof Error ? (error.stack ?? '').slice(0, 600) : String(error)}`,
          );
        }
      }
      expect(faults, faults.slice(0, 5).join('\n')).toEqual([]);
      expect(Object.hasOwn(Object.prototype, 'path')).toBe(false);
    },
    600_000,
  );
});
