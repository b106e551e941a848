import { describe, expect, it } from 'vitest';
import { Liveness, SILENT_AFTER } from '../../../src/editor/liveness';
import type { AgentEvent } from '../../../src/tracker/event';
import { sessionKey } from '../../../src/tracker/views';

const NOW = Date.UTC(2030, 0, 1);
const s1 = sessionKey('log:a', 's1');
const event = (
  kind: 'prompt' | 'turn' | 'session-end' | 'stop-acknowledged',
  time: number | null,
): AgentEvent => ({
  kind,
  source: 'log:a',
  session: 's1',
  agent: 'harness',
  actor: 'main',
  time,
  call: null,
});

describe('liveness', () => {
  it('lasts ten minutes from the last live event, whatever time the event claims', () => {
    const liveness = new Liveness();
    liveness.observe(event('turn', 5), true, NOW);
    expect(liveness.isLive(s1, NOW + SILENT_AFTER - 1)).toBe(true);
    expect(liveness.isLive(s1, NOW + SILENT_AFTER)).toBe(false);
  });
  it('counts a recorded event from its own time', () => {
    const liveness = new Liveness();
    liveness.observe(event('turn', NOW - SILENT_AFTER + 1000), false, NOW);
    expect(liveness.isLive(s1, NOW)).toBe(true);
    expect(liveness.isLive(s1, NOW + 1000)).toBe(false);
  });
  it('takes no time from the future', () => {
    const liveness = new Liveness();
    liveness.observe(event('turn', NOW + 1e12), false, NOW);
    expect(liveness.isLive(s1, NOW + SILENT_AFTER)).toBe(false);
  });
  it('does not take a record without times for live', () => {
    const liveness = new Liveness();
    liveness.observe(event('turn', null), false, NOW);
    expect(liveness.isLive(s1, NOW)).toBe(false);
  });
  it('ends with the session, until it goes on', () => {
    const liveness = new Liveness();
    liveness.observe(event('turn', null), true, NOW);
    liveness.observe(event('session-end', null), true, NOW);
    liveness.observe(event('stop-acknowledged', null), true, NOW);
    expect(liveness.isLive(s1, NOW)).toBe(false);
    liveness.observe(event('prompt', null), true, NOW);
    expect(liveness.isLive(s1, NOW)).toBe(true);
  });
  it('is not brought back by what a record tells of the time before the end', () => {
    const liveness = new Liveness();
    liveness.observe(event('session-end', NOW - 10), true, NOW);
    liveness.observe(event('turn', NOW - 20), true, NOW);
    expect(liveness.isLive(s1, NOW)).toBe(false);
    liveness.observe(event('turn', NOW - 5), true, NOW);
    expect(liveness.isLive(s1, NOW)).toBe(true);
  });
});
