import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/agents/adapter';
import { mixedLogReader } from '../../src/agents/mixedLog';
import { ADAPTERS } from '../../src/agents/registry';
import { LineHasher } from '../../src/text/lineHash';
import { readAll, recordsOf } from './support/captureSuite';
import { CAPTURES, TRAPS } from './support/captures';

const hasher = new LineHasher([11, 13]);
const ALL = [...CAPTURES, ...TRAPS];

const kindsOf = (record: JsonObject) =>
  ADAPTERS.filter((adapter) => adapter.recognises(record)).map(({ kind }) => kind);

const readLog = (records: readonly JsonObject[]) =>
  readAll(mixedLogReader({ hasher, source: 'log', baseFolder: '/base', sessionFallback: 'log' }), records);

/** The records in turn: one of each list, then the next of each. */
function interleaved(lists: readonly (readonly JsonObject[])[]): JsonObject[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}

describe('records of several agents', () => {
  it.each(ALL.map((capture) => [capture.capture, capture] as const))(
    '%s: no other adapter takes one of its records for its own',
    (_, capture) => {
      const odd = [...recordsOf(capture)].flatMap(([, records]) =>
        records.flatMap((record) => kindsOf(record).filter((kind) => kind !== capture.adapter.kind)),
      );
      expect(odd).toEqual([]);
    },
  );

  it('tell in one log what they tell alone', () => {
    const kinds = new Set(ALL.filter(({ isNoLog }) => isNoLog !== true).map(({ adapter }) => adapter.kind));
    const logs = [...kinds].map((kind) => {
      const capture = ALL.find(({ adapter }) => adapter.kind === kind);
      return capture === undefined ? [] : ([...recordsOf(capture).values()][0] ?? []);
    });
    const mixed = readLog(interleaved(logs));
    for (const [i, kind] of [...kinds].entries()) {
      const alone = readLog(logs[i] ?? []);
      expect(alone.length).toBeGreaterThan(0);
      expect(mixed.filter((event) => event.agent === kind)).toEqual(alone);
    }
  });
});
