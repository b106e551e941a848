import { describe, expect, it } from 'vitest';
import { events, numbered, ofKind, Session } from './session';

const answer = (query: string, result: string, success = true) =>
  JSON.stringify({ query, result, success, ...(success ? {} : { error: 'Editor operation failed: x' }) });
const diff = (...rows: readonly string[]) => `Edited /ws/a.ts\n\`\`\`diff\n${rows.join('\n')}\n\`\`\``;
const edit = (input: object, content: unknown) =>
  events(new Session().prompt().turn(['editor', { path: '/ws/a.ts', ...input }, content])).filter(
    (event) => event.call !== null,
  );
const replaced = (...rows: readonly string[]) =>
  edit({ old_text: 'a', new_text: 'b' }, answer('edit:/ws/a.ts', diff(...rows)));

describe('a call of editor', () => {
  it('replaces lines as its diff says, and shows the new ones', () => {
    expect(replaced('-5: a', '-6: b', '+5: x', '+6: -7: y', '+7: z')).toMatchObject([
      {
        kind: 'edit',
        outcome: 'ok',
        hunks: [{ oldStart: 5, oldLines: 2, newStart: 5, newLines: 3 }],
        lines: [[5, 7]],
      },
      { kind: 'delivered', returned: [[5, 7]], totalLines: null },
    ]);
    expect(replaced('-5: a')).toMatchObject([
      { kind: 'edit', hunks: [{ oldStart: 5, oldLines: 1, newStart: 5, newLines: 0 }], lines: [] },
    ]);
  });

  it.each([
    [['-5: a', '+6: b']],
    [['-5: a', '-7: b', '+5: c']],
    [['+5: a', '-5: b']],
    [['-5: a', '... diff truncated (3 more removed, 0 more added lines) ...']],
    [['words']],
    // The last of these may be what the agent takes for a line behind the last line end.
    [['-5: a', '+5: b', '+6: ']],
  ])('tells no lines where the diff is not whole: %j', (rows) => {
    const [told, ...more] = replaced(...rows);
    expect(told).toMatchObject({ kind: 'edit', outcome: 'ok' });
    expect(told).not.toHaveProperty('hunks');
    expect(more).toEqual([]);
  });

  it('does not show what was cut from a long answer', () => {
    const rows = Array.from({ length: 100 }, (_, i) => `+${i + 5}: ${'x'.repeat(100)}`);
    expect(replaced(...rows).map((event) => event.kind)).toEqual(['edit']);
  });

  it('puts lines in before a line', () => {
    const content = answer('insert:/ws/a.ts', 'Inserted content at line 3 in /ws/a.ts.');
    expect(edit({ insert_line: 3, new_text: 'a\nb' }, content)).toMatchObject([
      { kind: 'edit', hunks: [{ oldStart: 3, oldLines: 0, newStart: 3, newLines: 2 }], lines: [[3, 4]] },
    ]);
  });

  it('makes a file, or fails', () => {
    const made = answer('edit:/ws/a.ts', 'File created successfully at: /ws/a.ts');
    expect(edit({ new_text: 'a\nb\n' }, made)).toMatchObject([
      { kind: 'write', outcome: 'ok', totalLines: 2 },
    ]);
    expect(edit({ new_text: 'a' }, answer('edit:/ws/a.ts', '', false))).toMatchObject([
      { kind: 'write', outcome: 'failed' },
    ]);
    expect(edit({ old_text: 'a', new_text: 'b' }, '{"error":"refused"}')).toMatchObject([
      { kind: 'edit', outcome: 'failed' },
    ]);
  });

  it('moves what is known of the file, so that output can be placed', () => {
    const session = new Session()
      .prompt()
      .read('/ws/a.ts', numbered(['a', 'b', 'c']))
      .turn([
        'editor',
        { path: '/ws/a.ts', insert_line: 1, new_text: 'x' },
        answer('insert:/ws/a.ts', 'Inserted content'),
      ])
      .turn([
        'run_commands',
        { commands: ['tail -n 2 a.ts'] },
        [{ query: 'tail -n 2 a.ts', result: 'b\nc\n', success: true }],
      ]);
    expect(ofKind(events(session), 'read').at(-1)).toMatchObject({ form: 'shell', returned: [[3, 4]] });
  });
});

describe('a call of apply_patch', () => {
  const patch =
    '*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n@@\n-a\n+*** Delete File: evil.ts\n*** Add File: c.ts\n+x\n*** Delete File: d.ts\n*** End Patch';
  const patched = (content: unknown) =>
    events(new Session().prompt().turn(['apply_patch', { input: patch }, content])).filter(
      (event) => event.call !== null,
    );

  it('changes the files that it names', () => {
    expect(patched(answer('apply_patch', 'Done'))).toMatchObject([
      { kind: 'edit', path: '/ws/a.ts', outcome: 'ok' },
      { kind: 'rename', from: '/ws/a.ts', to: '/ws/b.ts' },
      { kind: 'edit', path: '/ws/c.ts' },
      { kind: 'delete', path: '/ws/d.ts' },
    ]);
  });

  it('that failed deletes nothing', () => {
    expect(
      patched(answer('apply_patch', '', false)).map((event) => [
        event.kind,
        'outcome' in event && event.outcome,
      ]),
    ).toEqual([
      ['edit', 'failed'],
      ['edit', 'failed'],
      ['edit', 'failed'],
      ['edit', 'failed'],
    ]);
  });
});

describe('a call of run_commands', () => {
  const ran = (commands: readonly unknown[], results: readonly object[]) =>
    events(new Session().prompt().turn(['run_commands', { commands }, results])).filter(
      (event) => event.call !== null,
    );
  const printed = (query: string, result: string) => ({ query, result, success: true });

  it('runs each in the working folder', () => {
    const results = [printed('cd src && head -n 1 a.ts', 'a\n'), printed('head -n 1 b.ts', 'b\n')];
    expect(ran(['cd src && head -n 1 a.ts', 'head -n 1 b.ts'], results)).toMatchObject([
      { kind: 'read', path: '/ws/src/a.ts', returned: [[1, 1]] },
      { kind: 'read', path: '/ws/b.ts', returned: [[1, 1]] },
    ]);
  });

  it('may name a program and its words', () => {
    const command = { command: 'head', args: ['-n', '2', "it's.ts"] };
    expect(ran([command], [printed('head -n 2 "it\'s.ts"', 'a\nb\n')])).toMatchObject([
      { kind: 'read', path: "/ws/it's.ts", returned: [[1, 2]] },
    ]);
  });

  it('is given the ends of a long output', () => {
    const lines = Array.from({ length: 1000 }, (_, i) => `line ${i + 1} ${'x'.repeat(20)}`);
    const [read] = ran(['cat a.ts'], [printed('cat a.ts', `${lines.join('\n')}\n`)]);
    if (read?.kind !== 'read') throw new Error('there is a read');
    const [[, headEnd], [tailStart, tailEnd]] = read.returned as [[number, number], [number, number]];
    const length = (from: number, to: number) => lines.slice(from - 1, to).join('\n').length;
    expect(tailEnd).toBe(1000);
    expect([length(1, headEnd) <= 3984, length(1, headEnd + 1) > 3984 - 40]).toEqual([true, true]);
    expect([length(tailStart, 1000) < 3984, length(tailStart - 1, 1000) > 3984 - 40]).toEqual([true, true]);
  });

  it('that is stored without its middle shows its start, and no line at a place that is a guess', () => {
    const all = Array.from({ length: 5000 }, (_, i) => `line ${i + 1} ${'x'.repeat(20)}`).join('\n');
    const text = `${all.slice(0, 24_000)}\n[... output truncated: ${all.length} chars total. Refine the command (grep, head, tail) to view the elided middle ...]\n${all.slice(-24_000)}`;
    const [read] = ran(['cat a.ts'], [printed('cat a.ts', text)]);
    expect(read).toMatchObject({ kind: 'read', outcome: 'truncated', totalLines: null });
    expect(read?.kind === 'read' && read.returned.length).toBe(1);
  });

  it('is not believed where its other stream may be among the lines, or it runs on', () => {
    const results = ['a\n[stderr]\nb\n', '[Command is still running. Output will continue in /tmp/x]\na\n'];
    for (const result of results) {
      expect(ran(['cat a.ts'], [printed('cat a.ts', result)])).toMatchObject([
        { kind: 'read', returned: [] },
      ]);
    }
  });

  it('that failed tells its code first', () => {
    const result = '[Command exited with code 1]\n\n[stderr]\ncat: a.ts: No such file or directory\n';
    expect(
      ran(['cat a.ts'], [{ query: 'cat a.ts', result, error: 'Command exited with code 1', success: false }]),
    ).toMatchObject([{ kind: 'read', outcome: 'failed', error: 'not-found' }]);
  });
});
