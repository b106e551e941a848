import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLcov } from '../../../src/report/lcov';
import { ReportBuilder } from '../../../src/report/reportBuilder';
import type { AgentEvent, ReadEvent } from '../../../src/tracker/event';

const envelope = { source: 'log:a', session: 's1', agent: 'my-harness', actor: 'main', time: null };
const hashOf = (version: number) => `sha256:${String(version).padStart(64, '0')}`;

function read(start: number, end: number, more: Partial<ReadEvent> = {}): ReadEvent {
  return {
    kind: 'read',
    ...envelope,
    call: null,
    path: '/ws/a.ts',
    written: 'a.ts',
    form: 'tool',
    requested: null,
    returned: [[start, end]],
    totalLines: 20,
    outcome: 'complete',
    contentHash: hashOf(1),
    ...more,
  };
}

function lcov(events: readonly AgentEvent[]): string {
  const builder = new ReportBuilder();
  for (const event of events) builder.add(event);
  return [...toLcov(builder.finish(0))].join('');
}

/** One file as LCOV, from how often each of its lines was given. */
function record(path: string, times: readonly number[]): string {
  const data = times.map((count, i) => `DA:${i + 1},${count}\n`).join('');
  const hit = times.filter((count) => count > 0).length;
  return `TN:\nSF:${path}\n${data}LF:${times.length}\nLH:${hit}\nend_of_record\n`;
}

describe('LCOV', () => {
  it('has all lines of the last version, each with how often it was given at that version', () => {
    const range = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }));
    const step = fc.record({
      range: range.map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]),
      changes: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
      actor: fc.constantFrom('main', 'sub'),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        let version = 1;
        let times = new Array<number>(20).fill(0);
        const events = steps.map(({ range: [start, end], changes, actor }) => {
          if (changes) {
            version++;
            times = times.map(() => 0);
          }
          times = times.map((count, i) => count + (start <= i + 1 && i + 1 <= end ? 1 : 0));
          return read(start, end, { actor, contentHash: hashOf(version) });
        });
        expect(lcov(events)).toBe(record('/ws/a.ts', times));
      }),
    );
  });

  it('ends at the last line that was given where the length is not known', () => {
    expect(lcov([read(3, 4, { totalLines: null })])).toBe(record('/ws/a.ts', [0, 0, 1, 1]));
  });

  it('takes the last of several sessions that were given lines of a file', () => {
    const other = { session: 's2', totalLines: 3 };
    expect(lcov([read(1, 20), read(2, 2, other)])).toBe(record('/ws/a.ts', [0, 1, 0]));
    const nothing: Partial<ReadEvent> = { returned: [], outcome: 'failed', error: 'not-found' };
    expect(lcov([read(1, 2, { totalLines: 2 }), read(1, 1, { ...other, ...nothing })])).toBe(
      record('/ws/a.ts', [1, 1]),
    );
  });

  it('has no file of which nothing was given, and no path with a line break', () => {
    const failed = read(1, 1, { returned: [], outcome: 'failed', error: 'not-found', path: '/ws/b.ts' });
    expect(lcov([failed, read(1, 2, { path: '/ws/c\n.ts' })])).toBe('');
  });

  it('counts lines that came without a read', () => {
    const delivered: AgentEvent = {
      kind: 'delivered',
      ...envelope,
      call: null,
      path: '/ws/a.ts',
      written: 'a.ts',
      returned: [[1, 2]],
      totalLines: 4,
    };
    expect(lcov([delivered])).toBe(record('/ws/a.ts', [1, 1, 0, 0]));
  });
});
