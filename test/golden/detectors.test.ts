import { describe, expect, it } from 'vitest';
import type { TrackerSettings } from '../../src/tracker/settings';
import { Tracker } from '../../src/tracker/tracker';
import type { Finding } from '../../src/tracker/views';
import { type Truth, truth } from './support/capture';
import { type Capture, captureEvents } from './support/captureSuite';
import { CAPTURES } from './support/captures';
import { expectedLines, workspacePath } from './support/grade';

/** Every finding of a recorded run. */
function findingsOf(capture: Capture, settings: Partial<TrackerSettings> = {}): Finding[] {
  const tracker = new Tracker(settings);
  const findings = captureEvents(capture).flatMap((event) => tracker.apply(event).findings);
  return [...findings, ...tracker.closeTurns()];
}

/** Calls that, by what the model was sent, gave a conversation no line of the text of now that it did not have. */
function redundantCalls(calls: readonly Truth[]): Set<string> {
  const given = new Map<string, Set<string>>();
  const changes = new Map<string, number>();
  const redundant = new Set<string>();
  for (const call of calls) {
    const { file = '', kind, command = '', conversation, afterCompactions } = call;
    if (kind === 'edit' || kind === 'write' || command.includes('sed -i')) {
      const path = workspacePath(file || 'src/mid.ts');
      changes.set(path, (changes.get(path) ?? 0) + 1);
      continue;
    }
    if (call.failed === true || (kind !== 'read' && kind !== 'shell')) continue;
    let isNew = false;
    for (const listed of expectedLines(call)) {
      const [path = '', lines = ''] = listed.split(': ');
      const key = `${conversation} ${afterCompactions} ${path} ${changes.get(path) ?? 0}`;
      const known = given.get(key) ?? new Set();
      given.set(key, known);
      for (const line of lines.split(',')) {
        isNew ||= !known.has(line);
        known.add(line);
      }
    }
    if (!isNew) redundant.add(call.callId);
  }
  return redundant;
}

const LOWEST = { levels: { notice: 1, warning: 2, stop: 3 } };

describe.each(CAPTURES)('$capture', (capture) => {
  const calls = truth(capture.capture);
  const redundant = redundantCalls(calls);

  it.each([{}, LOWEST])('no stop but at a read that brought nothing: %o', (settings) => {
    const stops = findingsOf(capture, settings).filter(({ level }) => level === 'stop');
    expect(stops.filter(({ call }) => !redundant.has(call ?? ''))).toEqual([]);
  });

  it('a change is called blind only where the lines were not read', () => {
    const blind = findingsOf(capture).filter(({ detector }) => detector === 'blind-change');
    const labels = blind.map(({ call }) => calls.find(({ callId }) => callId === call)?.label);
    expect(labels).toEqual(capture.capture === 'claude-code-repeat' ? ['edit-unread'] : []);
    for (const { path, fromVersion, toVersion, blind: risk, uncertain } of blind) {
      expect(path).toBe('/home/dev/ws/src/nofinal.txt');
      expect(risk).toMatchObject({ by: 'edit', unread: [[2, 2]], unreadLines: 1, written: [[2, 2]] });
      expect([fromVersion, toVersion, uncertain]).toEqual([null, 1, false]);
    }
  });

  it('a finding names its call, and nothing that was in a file', () => {
    for (const finding of findingsOf(capture, LOWEST)) {
      const ofRead = finding.detector !== 'idle-turns';
      expect(finding.call !== null || !ofRead).toBe(true);
      if (finding.call !== null && ofRead) expect(calls.map(({ callId }) => callId)).toContain(finding.call);
    }
  });
});

it('the recorded runs do repeat themselves', () => {
  const levels = CAPTURES.flatMap((capture) => findingsOf(capture, LOWEST).map(({ level }) => level));
  expect(levels.filter((level) => level === 'stop').length).toBeGreaterThan(CAPTURES.length);
});
