import { describe, expect, it } from 'vitest';
import { ReportBuilder } from '../../../src/report/reportBuilder';
import { reportText } from '../../../src/report/reportText';
import type { AgentEvent, ReadEvent } from '../../../src/tracker/event';

const envelope = { source: 'log:a', session: 's1', agent: 'my-harness', actor: 'main', time: null };

function read(call: string, more: Partial<ReadEvent>): ReadEvent {
  return {
    kind: 'read',
    ...envelope,
    call,
    path: '/ws/src/a.ts',
    written: 'src/a.ts',
    form: 'tool',
    requested: null,
    returned: [[1, 40]],
    totalLines: 400,
    outcome: 'complete',
    ...more,
  };
}

function textOf(events: readonly AgentEvent[], skipped = 0): string {
  const builder = new ReportBuilder();
  for (const event of events) builder.add(event);
  return reportText(builder.finish(skipped));
}

describe('the report in words', () => {
  it('names the session, and each file with what was read of it', () => {
    expect(
      textOf([
        { kind: 'session-start', ...envelope, call: null, cwd: '/ws', parent: null },
        read('c1', {}),
        read('c2', {}),
      ]),
    ).toBe(`my-harness s1 · main · /ws
  2 reads, 1 brought nothing new · longest streak 1
  given 80 lines, 40 of them again (50 %)
  src/a.ts  ██░░░░░░░░░░░░░░░░░░  40 of 400 lines · 2 reads, 1 redundant, 40 lines again · not read: 41–400
`);
  });

  it('says of how many reads nothing is known', () => {
    const text = textOf([read('c1', { outcome: 'unknown-range', returned: [], totalLines: null })]);
    expect(text).toContain('1 read, 0 brought nothing new · longest streak 0 · 1 with lines unknown');
    expect(text).toContain('lines unknown · 1 read');
  });

  it('says where a verdict is uncertain', () => {
    const contentHash = `sha256:${'0'.repeat(64)}`;
    const certain = Array.from({ length: 12 }, (_, i) => read(`c${i}`, { contentHash }));
    const unproved = Array.from({ length: 12 }, (_, i) => read(`c${i}`, {}));
    expect(textOf(certain)).toContain(
      'brought nothing new; the last gave lines 1–40 again. [the rest: lines 41-400]\n',
    );
    expect(textOf(unproved)).toContain(
      'brought nothing new; the last gave lines 1–40 again. (uncertain) [range evidence only; the rest: lines 41-400]\n',
    );
  });

  it('shows no control characters of names', () => {
    const text = textOf([read('c1', { path: '/ws/\u001b[31m\u202eb.ts' })]);
    expect(['\u001b', '\u202e'].filter((mark) => text.includes(mark))).toEqual([]);
  });

  it('says what was skipped, and that nothing was found', () => {
    expect(textOf([], 1)).toBe('No session found.\n\n1 line could not be read and was skipped.\n');
  });
});
