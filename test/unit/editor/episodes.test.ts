import { describe, expect, it } from 'vitest';
import { Episodes } from '../../../src/editor/episodes';
import type { AgentEvent } from '../../../src/tracker/event';
import { Tracker } from '../../../src/tracker/tracker';
import { sessionKey } from '../../../src/tracker/views';

const STOP = 3;
const key = sessionKey('log:a', 's');
const HASH = `sha256:${'a'.repeat(64)}`;

/** A tracker and its episodes; each call applies one event and tells whether it opened an episode. */
function setup() {
  const tracker = new Tracker({ levels: { notice: 1, warning: 2, stop: STOP } });
  const episodes = new Episodes();
  let calls = 0;
  const apply = (event: object, actor = 'main'): boolean => {
    const envelope = { source: 'log:a', session: 's', agent: 'h', actor, time: null, call: `c${++calls}` };
    const full = { ...envelope, ...event } as AgentEvent;
    return episodes.observe(full, tracker.apply(full), STOP) !== undefined;
  };
  const read = (path = '/a', actor = 'main'): boolean =>
    apply(
      {
        kind: 'read',
        path,
        written: path,
        form: 'tool',
        requested: null,
        returned: [[1, 10]],
        totalLines: 10,
        outcome: 'complete',
        contentHash: HASH,
      },
      actor,
    );
  const loop = (times: number, path?: string, actor?: string) =>
    Array.from({ length: times }, () => read(path, actor)).filter(Boolean).length;
  return { tracker, episodes, apply, loop };
}

describe('episodes', () => {
  it('open once at the stop level, however long the loop goes on', () => {
    const { episodes, loop } = setup();
    expect(loop(STOP)).toBe(0);
    expect(episodes.isOpen(key)).toBe(false);
    expect(loop(1)).toBe(1);
    expect(loop(20)).toBe(0);
    expect(episodes.isOpen(key, 'main')).toBe(true);
  });

  it('are one an actor', () => {
    const { episodes, loop } = setup();
    expect(loop(STOP + 1)).toBe(1);
    expect(loop(STOP + 1, '/a', 'sub')).toBe(1);
    episodes.close(key, 'sub');
    expect(episodes.isOpen(key, 'sub')).toBe(false);
    expect(episodes.isOpen(key)).toBe(true);
  });

  it('end with progress, and open again after it', () => {
    const { episodes, loop } = setup();
    loop(STOP + 1);
    loop(1, '/b');
    expect(episodes.isOpen(key)).toBe(false);
    expect(loop(STOP, '/b')).toBe(1);
  });

  it.each([
    { kind: 'prompt' },
    { kind: 'session-end' },
    { kind: 'context-lost', reason: 'compaction' },
    { kind: 'write', path: '/c', written: '/c', outcome: 'ok', totalLines: 3 },
  ])('end with $kind', (event) => {
    const { episodes, apply, loop } = setup();
    loop(STOP + 1);
    apply(event);
    expect(episodes.isOpen(key)).toBe(false);
  });

  it.each([
    { kind: 'turn' },
    { kind: 'search', tool: 'grep', question: 'q', glimpsed: [] },
    { kind: 'write', path: '/c', written: '/c', outcome: 'failed', totalLines: 3 },
  ])('do not end with what changes no streak: $kind', (event) => {
    const { episodes, apply, loop } = setup();
    loop(STOP + 1);
    apply(event);
    expect(episodes.isOpen(key)).toBe(true);
  });

  it('open again where a person snoozed and the loop went on as long again', () => {
    const { episodes, tracker, loop } = setup();
    loop(STOP + 1);
    episodes.close(key, 'main');
    tracker.rearm(key, 'main');
    expect(loop(STOP - 1)).toBe(0);
    expect(loop(1)).toBe(1);
  });
});
