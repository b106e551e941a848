import { describe, expect, it } from 'vitest';
import { formatCounter, mostEndangered, shownThreshold } from '../../../src/editor/danger';
import { NO_COST } from '../../../src/tracker/cost';
import { type ActorSummary, type SessionSummary, sessionKey } from '../../../src/tracker/views';

const actor = (name: string, value: number, stopStreak: number, lastTime: number | null): ActorSummary => ({
  actor: name,
  streak: value,
  maxStreak: value,
  stopStreak,
  danger: { counter: 'streak', value, path: null },
  reads: 1,
  redundantReads: 0,
  cost: NO_COST,
  idleTurns: 0,
  failures: 0,
  failureRepeats: 0,
  lastTime,
  compactions: [],
});
const session = (name: string, ...actors: ActorSummary[]): SessionSummary => ({
  key: sessionKey('log:a', name),
  source: 'log:a',
  session: name,
  agent: 'harness',
  cwd: null,
  firstTime: null,
  lastTime: null,
  ended: false,
  cost: NO_COST,
  actors,
});

describe('the most endangered actor', () => {
  it('has the largest counter of all sessions', () => {
    const found = mostEndangered([
      session('a', actor('main', 1, 1, 9), actor('sub', 4, 3, 2)),
      session('b', actor('main', 3, 3, 10)),
    ]);
    expect(found).toMatchObject({
      session: { session: 'a' },
      actor: { actor: 'sub' },
      value: 4,
      uncertain: true,
    });
  });
  it('is the one that acted last where they are equal', () => {
    const found = mostEndangered([
      session('a', actor('x', 2, 2, 5), actor('y', 2, 2, 7), actor('z', 2, 2, null)),
    ]);
    expect(found?.actor.actor).toBe('y');
  });
  it('is none without actors', () => {
    expect(mostEndangered([session('a')])).toBeUndefined();
  });
});

describe('the counter', () => {
  const found = { session: session('a'), actor: actor('main', 4, 4, 0), value: 4, uncertain: false };
  it('is shown against the highest level that is on', () => {
    expect(shownThreshold({ notice: 2, warning: 4, stop: 6 })).toBe(6);
    expect(shownThreshold({ notice: 2, warning: 4, stop: 0 })).toBe(4);
    expect(shownThreshold({ notice: 0, warning: 0, stop: -1 })).toBe(0);
    expect(formatCounter(found, 6)).toBe('4/6');
    expect(formatCounter({ ...found, uncertain: true }, 6)).toBe('~4/6');
    expect(formatCounter(found, 0)).toBe('4');
  });
});
