import { describe, expect, it } from 'vitest';
import { ReportBuilder } from '../../../src/report/reportBuilder';
import { type PassedStreak, passedStreak } from '../../../src/report/streakCheck';
import type { ReadEvent } from '../../../src/tracker/event';

const hash = `sha256:${'0'.repeat(64)}`;

function read(more: Partial<ReadEvent> = {}): ReadEvent {
  return {
    kind: 'read',
    source: 'log:a',
    session: 's1',
    agent: 'my-harness',
    actor: 'main',
    time: null,
    call: null,
    path: '/ws/a.ts',
    written: 'a.ts',
    form: 'tool',
    requested: null,
    returned: [[40, 60]],
    totalLines: 400,
    outcome: 'complete',
    contentHash: hash,
    ...more,
  };
}

/** What the check says of the first read that passes the limit. */
function firstPassed(maxStreak: number, events: readonly ReadEvent[]): PassedStreak | undefined {
  const builder = new ReportBuilder();
  for (const event of events) {
    const { read: judged } = builder.add(event);
    const passed = judged === null ? undefined : passedStreak(judged, event, maxStreak);
    if (passed !== undefined) return passed;
  }
  return undefined;
}

describe('the check', () => {
  it('says what passed the limit in the words of a finding', () => {
    expect(firstPassed(0, [read(), read()])).toMatchObject({
      uncertain: false,
      reason: '1 read brought nothing new; the last gave lines 40–60 again.',
    });
    expect(firstPassed(1, [read(), read(), read({ returned: [[41, 41]] })])).toMatchObject({
      reason: '2 reads in a row brought nothing new; the last gave line 41 again.',
    });
    expect(firstPassed(2, [read(), read(), read()])).toBeUndefined();
  });

  it('names the row of one file where that of all is short', () => {
    const other = (n: number) => read({ path: '/ws/b.ts', returned: [[n, n]] });
    expect(firstPassed(1, [read(), read(), other(1), read()])).toMatchObject({
      detector: 'file-streak',
      reason: '2 reads of this file in a row brought nothing new; the last gave lines 40–60 again.',
    });
  });

  it('counts uncertain reads, and says that it is not certain', () => {
    const { contentHash: _unsent, ...ranges } = read();
    const row = { uncertain: true, streak: 2, reason: expect.stringMatching(/ again\. \(uncertain\)$/) };
    expect(firstPassed(1, [ranges, ranges, ranges])).toMatchObject(row);
  });
});
