import { expect, it } from 'vitest';
import type { AgentEvent } from '../../../src/tracker/event';
import { Tracker } from '../../../src/tracker/tracker';
import { sessionKey } from '../../../src/tracker/views';

const base = { source: 'log:x', session: 's', agent: 'x', actor: 'main', time: null };
const read = (call: string, end: number, totalLines: number | null): AgentEvent => ({
  kind: 'read',
  ...base,
  call,
  path: '/ws/a.ts',
  written: 'a.ts',
  form: 'tool',
  requested: null,
  returned: [[1, end]],
  totalLines,
  outcome: 'complete',
});

it('a file of which more lines were shown than it is said to have now is another version, also without any hash', () => {
  const tracker = new Tracker();
  for (const event of [read('c1', 9, null), read('c2', 5, 5)]) tracker.apply(event);
  const versions = tracker.coverage(sessionKey('log:x', 's'), '/ws/a.ts')?.versions ?? [];
  expect(versions).toHaveLength(2);
});
