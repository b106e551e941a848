import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/agents/adapter';
import { parseNative } from '../../../src/agents/native/parse';
import { toNative } from '../../../src/agents/native/print';
import { withSoundNames } from '../../../src/agents/soundNames';
import { LineHasher } from '../../../src/text/lineHash';
import type { AgentEvent } from '../../../src/tracker/event';
import { good } from './native/examples';

const hasher = new LineHasher([1, 2]);
const context = { hasher, source: 'x', baseFolder: '/ws', sessionFallback: 's' };
const events = good.flatMap((line) => parseNative(line as JsonObject, context) ?? []);

it('leaves every event whose names can be', () => {
  expect(events).toHaveLength(good.length);
  expect(withSoundNames(events)).toBe(events);
});

it('takes out those that no log could tell on', () => {
  const hostile = ['a\0b', 'x'.repeat(40_000), ''];
  const ids = ['session', 'actor', 'agent', 'call'];
  const paths = ['path', 'written', 'from', 'to'];
  for (const event of events) {
    for (const name of [...ids, ...paths].filter((each) => typeof Reflect.get(event, each) === 'string')) {
      for (const value of ids.includes(name) ? ['x'.repeat(513), ''] : hostile) {
        const spoilt = { ...event, [name]: value } as AgentEvent;
        expect(withSoundNames([spoilt, event]), `${event.kind} ${name}`).toEqual([event]);
        // What is printed of it would be refused, or taken for another.
        const printed = JSON.parse(JSON.stringify(toNative(spoilt, hasher)));
        expect(parseNative(printed, context)).not.toEqual(spoilt);
      }
    }
  }
});

it('resolves the folder that a session started in', () => {
  const start = events.find((event) => event.kind === 'session-start');
  const within = (cwd: string) => withSoundNames([{ ...start, cwd } as AgentEvent])[0];
  expect(within('/ws/a/../b')).toEqual({ ...start, cwd: '/ws/b' });
  expect(within('C:\\a\\..\\..\\b')).toEqual({ ...start, cwd: 'C:\\b' });
});
