import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calibratePast, type PastOptions } from '../../../src/report/calibratePast';
import { calibrationText } from '../../../src/report/calibrationText';
import { DEFAULT_SETTINGS } from '../../../src/tracker/settings';
import { MINUTE, NOW, TestWorkspace } from '../ingest/testWorkspace';

const SESSIONS = 12;
const READS = 300;

let ws: TestWorkspace;

beforeEach(() => {
  ws = new TestWorkspace();
  for (let at = 1; at <= SESSIONS; at++) {
    const rows = Array.from({ length: READS }, (_, i) => ({
      v: 1,
      kind: 'read',
      session: `s${at}`,
      agent: 'harness',
      call: `s${at}-${i}`,
      time: new Date(NOW - at * 60 * MINUTE + i * 1000).toISOString(),
      path: `f${at}.ts`,
      returned: [[1, 10]],
      totalLines: 100,
      outcome: 'complete',
      contentHash: `sha256:${'a'.repeat(64)}`,
    }));
    ws.append(`ws/.read-coverage/${at}.jsonl`, ...rows);
  }
});
afterEach(() => ws.dispose());

function calibrate(more: Partial<PastOptions> = {}) {
  const progress: number[] = [];
  const options: PastOptions = {
    open: (told) => ws.ingest({ agents: [], ...told }).ingest,
    settings: DEFAULT_SETTINGS,
    onFault: (fault) => ws.faults.push(fault),
    onProgress: (sessions) => progress.push(sessions),
    signal: new AbortController().signal,
    ...more,
  };
  return { progress, done: calibratePast(options) };
}

describe('calibrating on the past of some folders', () => {
  it('tells what would have been in all of its sessions', async () => {
    const { progress, done } = calibrate();
    const report = await done;
    expect(report).toMatchObject({ sessions: SESSIONS, actors: SESSIONS });
    expect(report?.reading).toMatchObject({
      reads: SESSIONS * READS,
      redundantReads: SESSIONS * (READS - 1),
    });
    const atSix = report?.detectors[0]?.rows.find(({ threshold }) => threshold === 6);
    expect(atSix?.reached).toMatchObject({ sessions: SESSIONS, afterReads: { median: 7, least: 7 } });
    expect(progress).toEqual(Array.from({ length: SESSIONS }, (_, at) => at + 1));
    expect(report && calibrationText(report)).toContain(`${SESSIONS * (READS - 1)} brought nothing new`);
    expect(ws.faults).toEqual([]);
  });

  it('reads nothing more once a person cancels, and tells nothing', async () => {
    const cancel = new AbortController();
    const progress: number[] = [];
    const { done } = calibrate({
      signal: cancel.signal,
      onProgress: (sessions) => {
        progress.push(sessions);
        if (sessions === 3) cancel.abort();
      },
    });
    expect(await done).toBeUndefined();
    expect(progress).toEqual([1, 2, 3]);
    expect(ws.faults).toEqual([]);
  });

  it('does not begin what was cancelled before', async () => {
    const { progress, done } = calibrate({ signal: AbortSignal.abort() });
    expect(await done).toBeUndefined();
    expect(progress).toEqual([]);
  });
});

describe('the past', () => {
  it('is read source by source: what one told is complete before the next begins', async () => {
    const course: string[] = [];
    const { ingest } = ws.ingest({
      onEvents: (events) => {
        for (const { event } of events) if (course.at(-1) !== event.session) course.push(event.session);
      },
      onCaughtUp: () => course.push('—'),
    });
    await ingest.poll();
    expect(course.length).toBe(2 * SESSIONS);
    expect(new Set(course.filter((_, at) => at % 2 === 0)).size).toBe(SESSIONS);
    expect(course.every((name, at) => (name === '—') === (at % 2 === 1))).toBe(true);
  });
});
