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
  src/a.ts  ██░░░░░░░░░░░░░░░░░░  40 of 400 lines · 2 reads, 1 brought nothing new, 40 lines again · lines not read: 41–400
`);
  });

  it('says how often the context was compacted, and after which read', () => {
    const compaction: AgentEvent = { kind: 'context-lost', ...envelope, call: null, reason: 'compaction' };
    const text = textOf([read('c1', {}), read('c2', {}), compaction, read('c3', {}), compaction]);
    expect(text).toContain(
      '3 reads, 1 brought nothing new · longest streak 1 · 2 compactions (after 2, 3 reads)',
    );
    const cleared = textOf([read('c1', {}), { ...compaction, reason: 'clear' }]);
    expect(cleared).not.toContain('compaction');
  });

  it('names the line of the transcript that tells of a finding, and keeps it out of the data', () => {
    const builder = new ReportBuilder();
    ['c1', 'c2', 'c3'].forEach((call, at) => {
      builder.add(read(call, { contentHash: 'sha256:a' }), { file: '/t/\u202es1.jsonl', line: at + 1 });
    });
    const report = builder.finish(0);
    const text = reportText(report, (finding) => builder.placeOf(finding));
    expect(text).toContain('(/t/\\u{202e}s1.jsonl:3)');
    expect(JSON.stringify(report)).not.toContain('s1.jsonl');
  });

  it('says of how many reads nothing is known', () => {
    const text = textOf([read('c1', { outcome: 'unknown-range', returned: [], totalLines: null })]);
    expect(text).toContain('1 read, 0 brought nothing new · longest streak 0 · 1 with lines unknown');
    expect(text).toContain('lines unknown · 1 read');
  });

  it('draws no bar where the length of the file is not known', () => {
    expect(textOf([read('c1', { totalLines: null })])).toContain(
      `/ws/src/a.ts  ${' '.repeat(20)}  40 lines, total not known · 1 read\n`,
    );
  });

  it.each<[Partial<ReadEvent>, string]>([
    [{ outcome: 'failed', error: 'not-found' }, 'failed'],
    [{ outcome: 'not-text' }, 'a folder, an image or the like: no lines'],
    [{ outcome: 'unchanged' }, 'told that it is unchanged'],
    [{ outcome: 'empty' }, 'empty, or asked for past its end'],
    [{ outcome: 'empty', totalLines: 0 }, 'an empty file'],
  ])('says of a file without lines what became of its reads: %j', (more, words) => {
    const text = textOf([read('c1', { returned: [], totalLines: null, ...more })]);
    expect(text).toContain(`/ws/src/a.ts  ${' '.repeat(20)}  ${words} · 1 read\n`);
  });

  it('tells the last of several versions from the only one', () => {
    const at = (call: string, version: number, returned: ReadEvent['returned'], actor = 'main') =>
      read(call, { actor, returned, contentHash: `sha256:${String(version).padStart(64, '0')}` });
    const text = textOf([at('c1', 1, [[1, 10]]), at('c2', 2, [[1, 37]]), at('c3', 2, [[1, 5]], 'sub')]);
    expect(text).toContain('37 of 400 lines of its last version (2) · 2 reads');
    expect(text).toContain('5 of 400 lines · 1 read');
  });

  it('says what the agent would have to ask where its tools say it otherwise than people do', () => {
    expect(textOf([read('c1', { agent: 'claude-code', returned: [[11, 400]] })])).toContain(
      'lines not read: 1–10 (the agent would have to ask: offset 1, limit 10)\n',
    );
  });

  it('names the file and the call of a finding, relative to the folder', () => {
    const session = { kind: 'session-start', ...envelope, call: null, cwd: '/ws', parent: null } as const;
    const repeats = Array.from({ length: 3 }, (_, i) => read(`c${i}`, {}));
    expect(textOf([session, ...repeats])).toContain('\n  notice   src/a.ts · c2: 2 reads in a row');
  });

  it('names the agent as people know it, and says in one line of how many subagents there is nothing to say', () => {
    const of = (actor: string) =>
      ({ kind: 'turn', ...envelope, agent: 'claude-code', actor, call: null }) as const;
    const text = textOf([of('main'), of('sub-a'), of('sub-b')]);
    expect(text).toContain('Claude Code s1 · 2 subagents read nothing');
    expect(text).not.toContain('sub-a');
    expect(text).toContain('Claude Code s1 · main');
  });

  it('says where a verdict is uncertain', () => {
    const contentHash = `sha256:${'0'.repeat(64)}`;
    const certain = Array.from({ length: 12 }, (_, i) => read(`c${i}`, { contentHash }));
    const unproved = Array.from({ length: 12 }, (_, i) => read(`c${i}`, {}));
    expect(textOf(certain)).toContain(
      'brought nothing new; the last gave lines 1–40 again. [the rest: lines 41–400]\n',
    );
    expect(textOf(unproved)).toContain(
      'brought nothing new; the last gave lines 1–40 again. (uncertain) [range evidence only; the rest: lines 41–400]\n',
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
