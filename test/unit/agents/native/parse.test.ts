import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/agents/adapter';
import { nativeAdapter } from '../../../../src/agents/native/adapter';
import { LineHasher } from '../../../../src/text/lineHash';
import type { AgentEvent } from '../../../../src/tracker/event';
import { bad, good } from './examples';

const hasher = new LineHasher([3, 5]);
const context = { hasher, source: 'log:a', baseFolder: '/ws', sessionFallback: 'fallback' };

function parse(line: unknown): AgentEvent | null {
  const reader = nativeAdapter.reader(context);
  const [event] = reader.read(line as JsonObject);
  expect(reader.rejected).toBe(event === undefined ? 1 : 0);
  return event ?? null;
}

const read = (fields: object) => parse({ v: 1, kind: 'read', path: 'src/a.ts', ...fields });

describe('a native line', () => {
  it.each(good.map((line) => [JSON.stringify(line).slice(0, 100), line]))('is an event: %s', (_, line) => {
    expect(parse(line)).toMatchObject({ kind: (line as { kind: string }).kind, source: 'log:a' });
  });

  it.each(bad.map((line) => [JSON.stringify(line).slice(0, 100), line]))(
    'is counted as unusable: %s',
    (_, line) => {
      expect(parse(line)).toBeNull();
    },
  );

  it('says as little as it must', () => {
    expect(parse({ v: 1, kind: 'read', path: 'src/../src/./a.ts', returned: [[3, 4]] })).toEqual({
      kind: 'read',
      source: 'log:a',
      session: 'fallback',
      agent: 'unknown',
      actor: 'main',
      time: null,
      call: null,
      path: '/ws/src/a.ts',
      written: 'src/../src/./a.ts',
      form: 'tool',
      requested: null,
      returned: [[3, 4]],
      totalLines: null,
      outcome: 'complete',
    });
  });

  it('never names its own source', () => {
    expect(read({ source: 'claude-code', returned: [[1, 2]] })).toMatchObject({ source: 'log:a' });
  });

  it('merges ranges, and credits nothing beyond the end or cut in the middle', () => {
    expect(
      read({
        returned: [
          [5, 9],
          [1, 4],
          [8, 20],
        ],
      }),
    ).toMatchObject({ returned: [[1, 20]] });
    expect(read({ returned: [[1, 20]], totalLines: 12 })).toMatchObject({ returned: [[1, 12]] });
    expect(read({ returned: [[30, 40]], totalLines: 12 })).toMatchObject({ outcome: 'empty', returned: [] });
    expect(read({ returned: [[1, 9]], cutLines: [4, 9, 12] })).toMatchObject({
      outcome: 'truncated',
      returned: [
        [1, 3],
        [5, 8],
      ],
      cutLines: [4, 9, 12],
    });
  });

  it.each(['failed', 'empty', 'unchanged', 'not-text', 'unknown-range'])('%s: credits nothing', (outcome) => {
    const event = read({ outcome, returned: [[1, 9]], lineHashes: ['x'], cutLines: [10] });
    expect(event).toMatchObject({ outcome, returned: [] });
    expect(event).not.toHaveProperty('lineHashes');
    expect(event).not.toHaveProperty('cutLines');
  });

  it('does not take a read without lines for a complete one', () => {
    expect(read({})).toMatchObject({ outcome: 'unknown-range', returned: [] });
    expect(read({ requested: { start: 1, end: 9 }, outcome: 'complete' })).toMatchObject({
      outcome: 'unknown-range',
    });
    expect(read({ returned: [] })).toMatchObject({ outcome: 'empty' });
  });

  it('keeps hashes only where each line has its own', () => {
    const hashes = (fields: object) => (read(fields) as { lineHashes?: Uint32Array }).lineHashes;
    expect(hashes({ returned: [[1, 2]], lineHashes: ['a', 'b'] })).toHaveLength(2);
    expect(hashes({ returned: [[1, 2]], lineHashes: ['a'] })).toBeUndefined();
    expect(
      hashes({
        returned: [
          [4, 4],
          [1, 1],
        ],
        lineHashes: ['a', 'b'],
      }),
    ).toBeUndefined();
    expect(hashes({ returned: [[1, 2]], lineHashes: ['a', 7] })).toBeUndefined();
    const [a, , c] = hashes({ returned: [[1, 3]], lineHashes: ['a', 'b', 'c'] }) ?? [];
    expect(hashes({ returned: [[1, 3]], lineHashes: ['a', 'b', 'c'], totalLines: 1 })).toEqual(
      Uint32Array.of(a ?? 0),
    );
    expect(hashes({ returned: [[1, 3]], lineHashes: ['a', 'b', 'c'], cutLines: [2] })).toEqual(
      Uint32Array.of(a ?? 0, c ?? 0),
    );
    const own = { returned: [[1, 1]], lineHashes: ['0000002a'], hashScheme: hasher.fingerprint };
    expect(read(own)).toMatchObject({ lineHashes: Uint32Array.of(42) });
    expect(read(own)).not.toHaveProperty('hashScheme');
    expect(read({ ...own, hashScheme: undefined })).toMatchObject({ hashScheme: 'log' });
  });

  it('reads times in any zone alike', () => {
    const time = (value: unknown) =>
      (parse({ v: 1, kind: 'turn', time: value }) as { time: number | null }).time;
    expect(time('2026-11-30T08:00:00Z')).toBe(Date.UTC(2026, 10, 30, 8));
    expect(time('2026-11-30T08:00:00')).toBe(Date.UTC(2026, 10, 30, 8));
    expect(time('2026-11-30T10:00:00+02:00')).toBe(Date.UTC(2026, 10, 30, 8));
    expect(time(5)).toBe(5);
    for (const odd of ['yesterday', 1e300, {}, true, '', 'x'.repeat(100)]) expect(time(odd)).toBeNull();
  });

  it('keeps no arguments of a search, and no text of a command', () => {
    const search = parse({ v: 1, kind: 'search', tool: 'grep', args: { pattern: 'const secret = 1;' } });
    expect(JSON.stringify(search)).not.toContain('secret');
    const same = parse({ v: 1, kind: 'search', tool: 'grep', args: { b: [1], a: { y: 2, x: 1 } } });
    expect(parse({ v: 1, kind: 'search', tool: 'grep', args: { a: { x: 1, y: 2 }, b: [1] } })).toEqual(same);
    expect(parse({ v: 1, kind: 'command', command: "echo 'const secret = 1;' | npm test" })).toMatchObject({
      command: 'echo',
    });
  });

  it('never throws, whatever it holds', () => {
    const kinds = fc.constantFrom(
      'read',
      'edit',
      'write',
      'search',
      'context-lost',
      'delivered',
      'rename',
      'command',
      'turn',
    );
    const names =
      'path returned requested totalLines cutLines lines hunks glimpsed calls kept toCall call session time outcome lineHashes unplaced disk args command cwd'.split(
        ' ',
      );
    const field = fc.tuple(fc.constantFrom(...names, '__proto__', 'constructor'), fc.jsonValue());
    fc.assert(
      fc.property(kinds, fc.array(field, { maxLength: 8 }), (kind, fields) => {
        const line = JSON.parse(
          `{"v":1,"kind":"${kind}","path":"a"${fields.map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`).join('')}}`,
        );
        parse(line);
      }),
      { numRuns: 800 },
    );
    expect(read({ path: '\ud800', session: '\udc00', returned: [[1, 1]] })).toMatchObject({
      path: '/ws/\ud800',
    });
  });
});
