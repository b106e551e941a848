import { describe, expect, it } from 'vitest';
import { CalibrationBuilder } from '../../src/report/calibrationBuilder';
import type { AgentEvent } from '../../src/tracker/event';
import { DEFAULT_SETTINGS } from '../../src/tracker/settings';
import { Tracker } from '../../src/tracker/tracker';
import type { Finding, ReadRecord } from '../../src/tracker/views';
import { captureEvents } from './support/captureSuite';
import { CAPTURES } from './support/captures';

const THRESHOLDS = [2, 3, 4, 6, 8, 10, 12];

function calibrated(...sessions: readonly (readonly AgentEvent[])[]) {
  const builder = new CalibrationBuilder();
  for (const events of sessions) {
    for (const event of events) builder.add(event);
    builder.finishSessions();
  }
  const report = builder.report(0);
  const rowOf = (detector: string, at: number | null) =>
    report.detectors
      .find((each) => each.detector === detector)
      ?.rows.find(({ threshold }) => threshold === at);
  return { report, rowOf };
}

/** All reads and findings of a replay with these settings. */
function replayed(events: readonly AgentEvent[], settings: ConstructorParameters<typeof Tracker>[0]) {
  const tracker = new Tracker(settings);
  const reads: ReadRecord[] = [];
  const findings: Finding[] = [];
  for (const event of events) {
    const applied = tracker.apply(event);
    if (applied.read !== null) reads.push(applied.read);
    findings.push(...applied.findings);
  }
  return { reads, findings: [...findings, ...tracker.closeTurns()] };
}

describe.each(CAPTURES)('$capture', (capture) => {
  const events = captureEvents(capture);
  const { rowOf } = calibrated(events);

  it.each(THRESHOLDS)('fires at %i as often as a replay with that level', (at) => {
    const notice = replayed(events, { levels: { notice: at, warning: 0, stop: 0 } });
    const fired = notice.reads.filter(({ level }) => level === 'notice');
    expect(rowOf('levels', at)?.reached.times).toBe(fired.length);
    const { warning } = DEFAULT_SETTINGS.levels;
    const stop = replayed(events, { levels: { notice: 0, warning, stop: at } });
    const stops = stop.reads.filter(({ level }) => level === 'stop');
    expect(rowOf('levels', at)?.stopped?.times).toBe(stops.length);
    if (stops.length > 0) {
      expect(stops.map(({ call }) => call)).toContain(rowOf('levels', at)?.stopped?.first?.call);
    }
  });

  it('tells of idle turns and of what only advises as often as a replay', () => {
    for (const idleTurns of [5, 10, 20]) {
      const idle = replayed(events, { idleTurns }).findings.filter(
        ({ detector }) => detector === 'idle-turns',
      );
      expect(rowOf('idle-turns', idleTurns)?.reached.times).toBe(idle.length);
    }
    for (const name of ['low-yield', 'blind-change', 'failure-loop']) {
      const found = replayed(events, {}).findings.filter(({ detector }) => detector === name);
      expect(rowOf(name, null)?.reached.times).toBe(found.length);
    }
  });
});

it('the recorded runs repeat themselves on purpose: all would have been noticed, and some stopped', () => {
  const { report, rowOf } = calibrated(...CAPTURES.map(captureEvents));
  expect(report.sessions).toBeGreaterThanOrEqual(CAPTURES.length);
  expect(rowOf('levels', 2)?.reached.sessions).toBeGreaterThan(CAPTURES.length / 2);
  expect(report.stops.length).toBeGreaterThan(0);
  expect(report.stops).toHaveLength(rowOf('levels', 6)?.stopped?.actors ?? 0);
});
