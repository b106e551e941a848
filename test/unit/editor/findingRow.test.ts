import { describe, expect, it } from 'vitest';
import { findingRow } from '../../../src/editor/findingRow';
import type { Finding } from '../../../src/tracker/views';

const finding: Finding = {
  detector: 'streak',
  level: 'warning',
  source: 'log:a',
  session: 's1',
  agent: 'harness',
  actor: 'main',
  call: 'c4',
  time: Date.UTC(2030, 0, 1),
  path: '/ws/a.ts',
  returned: [[10, 20]],
  fromVersion: 1,
  toVersion: 2,
  newLines: 0,
  streak: 4,
  fileStreak: 4,
  fileRepeats: 4,
  stopStreak: 4,
  uncertain: false,
  reason: 'four reads in a row brought no new line',
  notes: ['touched, not changed'],
  hint: 'the rest: offset 21, limit 80',
  history: [{ call: 'c3', time: null, returned: [[10, 20]], newLines: 0 }],
  blind: null,
};

describe('a finding in the log', () => {
  it('is one line of JSON with the evidence', () => {
    const row = findingRow(finding, true, null);
    expect(row).not.toContain('\n');
    expect(JSON.parse(row)).toMatchObject({
      detector: 'streak',
      level: 'warning',
      live: true,
      time: '2030-01-01T00:00:00.000Z',
      returned: [[10, 20]],
      version: [1, 2],
      stopStreak: 4,
    });
    expect(JSON.parse(findingRow({ ...finding, fromVersion: 2 }, false, null)).version).toBe(2);
  });

  it('names the line of the transcript that tells of it', () => {
    const row = findingRow(finding, true, { file: '/home/\u202ea.jsonl', line: 12 });
    expect(JSON.parse(row)).toMatchObject({ transcript: '/home/\\u{202e}a.jsonl', line: 12 });
  });

  it('shows what a name hides, and survives a time that is none', () => {
    const row = findingRow({ ...finding, path: '/ws/\u202ea\nb.ts', time: 1e300 }, true, null);
    expect(JSON.parse(row)).toMatchObject({ path: '/ws/\\u{202e}a\\u{a}b.ts', time: null });
  });
});
