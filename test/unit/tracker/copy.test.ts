import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../src/tracker/event';
import { Tracker } from '../../../src/tracker/tracker';
import { sessionKey } from '../../../src/tracker/views';
import { sessionOf, steps, told } from './sessions';

const key = sessionKey('claude-code', 's');

function having(events: readonly AgentEvent[]): Tracker {
  const tracker = new Tracker();
  for (const event of events) tracker.apply(event);
  return tracker;
}

describe('a copy of a session', () => {
  it('goes its own way, as the original would, and changes nothing of it', () => {
    fc.assert(
      fc.property(steps, fc.nat(), (list, cut) => {
        const events = sessionOf(list);
        const at = cut % (events.length + 1);
        const original = having(events.slice(0, at));
        const before = told(having(events.slice(0, at)));
        const copy = original.copyOf(key, 'claude-code');
        const applied = events.slice(at).map((event) => copy.apply(event));
        expect(told(copy)).toEqual(told(having(events)));
        expect(told(original)).toEqual(before);
        // The original goes on as if there had been no copy.
        expect(events.slice(at).map((event) => original.apply(event))).toEqual(applied);
        expect(told(original)).toEqual(told(having(events)));
      }),
    );
  });

  it('takes calls back as the original would, twice too', () => {
    const events = sessionOf([
      { do: 'read', actor: 'main', path: '/f', start: 1, length: 1 },
      { do: 'read', actor: 'main', path: '/f', start: 2, length: 1 },
      { do: 'rewind', actor: 'main' },
      { do: 'rewind', actor: 'main' },
    ]);
    const original = having(events.slice(0, 2));
    const copy = original.copyOf(key, 'claude-code');
    const applied = events.slice(2).map((event) => copy.apply(event));
    expect(events.slice(2).map((event) => original.apply(event))).toEqual(applied);
  });

  it('can be copied', () => {
    fc.assert(
      fc.property(steps, fc.nat(), fc.nat(), (list, one, two) => {
        const events = sessionOf(list);
        const [first = 0, second = 0] = [one, two]
          .map((cut) => cut % (events.length + 1))
          .sort((a, b) => a - b);
        const copy = having(events.slice(0, first)).copyOf(key, 'claude-code');
        for (const event of events.slice(first, second)) copy.apply(event);
        const before = told(copy);
        const again = copy.copyOf(key, 'claude-code');
        for (const event of events.slice(second)) again.apply(event);
        expect(told(again)).toEqual(told(having(events)));
        expect(told(copy)).toEqual(before);
      }),
    );
  });

  it('knows the files of other sessions of its source, and none of the sessions', () => {
    const events = sessionOf([{ do: 'read', actor: 'main', path: '/f', start: 1, length: 30 }]);
    const copy = having(events).copyOf(sessionKey('claude-code', 'other'), 'claude-code');
    const [event] = events;
    if (event?.kind !== 'read') throw new Error('no read');
    const other = { ...event, session: 'other', lineHashes: event.lineHashes?.map((hash) => hash + 1) };
    copy.apply(other as AgentEvent);
    expect(copy.sessions().map(({ session }) => session)).toEqual(['other']);
    expect(copy.coverage(sessionKey('claude-code', 'other'), '/f')?.versions).toHaveLength(2);
  });
});
