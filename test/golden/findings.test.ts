import { describe, expect, it } from 'vitest';
import { claudeCodeAdapter } from '../../src/agents/claudeCode/adapter';
import { findingRow } from '../../src/editor/findingRow';
import { LineHasher } from '../../src/text/lineHash';
import { Tracker } from '../../src/tracker/tracker';
import { transcripts, workspaceLines } from './support/capture';

/** Every finding of a recorded session, at the lowest levels, as the log shows it. */
function loggedFindings(capture: string): string[] {
  const tracker = new Tracker({ levels: { notice: 1, warning: 2, stop: 3 }, idleTurns: 1 });
  const rows: string[] = [];
  for (const [name, records] of transcripts(capture)) {
    const reader = claudeCodeAdapter.reader({
      hasher: new LineHasher([1, 2]),
      source: 'claude-code',
      baseFolder: '/home/dev/ws',
      sessionFallback: name,
    });
    const events = [...records.flatMap((record) => reader.read(record)), ...reader.flush()];
    for (const event of events) {
      rows.push(...tracker.apply(event).findings.map((finding) => findingRow(finding, true, null)));
    }
  }
  return rows;
}

describe.each(['claude-code', 'claude-code-2.0.60', 'claude-code-2.1.100', 'claude-code-repeat'])(
  'findings of %s',
  (capture) => {
    const rows = loggedFindings(capture);

    it('are one JSON line each and hold no text of a file', () => {
      expect(rows.length).toBeGreaterThan(5);
      for (const row of rows) {
        expect(row).not.toContain('\n');
        expect(JSON.parse(row)).toMatchObject({
          agent: 'claude-code',
          source: 'claude-code',
          reason: expect.any(String),
        });
      }
      const text = rows.join('\n');
      expect(workspaceLines().filter((line) => text.includes(line))).toEqual([]);
    });

    it('name the detector, the level, the file, the lines and the streaks', () => {
      const rising = rows.map((row) => JSON.parse(row)).filter(({ level }) => level === 'stop');
      expect(rising.length).toBeGreaterThan(0);
      for (const row of rising) {
        expect(row.path).toMatch(/^\/home\/dev\/ws\//);
        expect(Array.isArray(row.returned)).toBe(true);
        expect(row).toMatchObject({ newLines: 0, uncertain: false });
        expect(Math.max(row.streak, row.fileStreak, row.fileRepeats)).toBeGreaterThanOrEqual(3);
      }
    });
  },
);
