import { describe, expect, it } from 'vitest';
import {
  attachment,
  bash,
  bashResult,
  events,
  failure,
  message,
  numbered,
  ofKind,
  readAnswer,
  result,
  says,
  system,
} from './rows';

type Rows = Parameters<typeof events>[0];
const command = (id: string, text: string, shown: string, fields: object = {}, record: object = {}): Rows => [
  ...message(`m-${id}`, [bash(id, text)]),
  bashResult(id, shown, fields, record),
];
const fullRead = (id: string, path: string, text: string): Rows => {
  const { shown, record } = readAnswer(path, text);
  return [
    ...message(`m-${id}`, [{ id, name: 'Read', input: { file_path: path } }]),
    result(id, shown, record),
  ];
};
const reads = (rows: Rows) =>
  ofKind(events(rows), 'read').map(({ call, path, outcome, returned }) => [call, path, outcome, ...returned]);
const long = Array.from({ length: 40 }, (_, i) => `line ${i + 1}`);
const text = `${long.join('\n')}\n`;

describe('a shell read of Claude Code', () => {
  it('is credited from what the model was given', () => {
    expect(reads(command('b', "sed -n '3,5p' f", long.slice(2, 5).join('\n')))).toEqual([
      ['b', '/ws/f', 'complete', [3, 5]],
    ]);
    const [event] = ofKind(events(command('b', "sed -n '3,5p' f", long.slice(2, 5).join('\n'))), 'read');
    expect(event).toMatchObject({ form: 'shell', written: 'f', requested: { start: 3, end: 5 }, bytes: 21 });
  });

  it('leaves the notes of the agent out', () => {
    const hint = "[This command modified 1 file you've previously read: f. Call Read before editing.]";
    const shown = `${long.slice(0, 2).join('\n')}\n${hint}`;
    const rows = command(
      'b',
      "sed -i 's/x/y/' g && head -n 3 f",
      shown,
      {},
      { staleReadFileStateHint: hint },
    );
    expect(reads(rows)).toEqual([['b', '/ws/f', 'unknown-range']]);
    const moved = command('b', 'head -n 2 f', `${long.slice(0, 2).join('\n')}\nShell cwd was reset to /ws`);
    expect(reads(moved)).toEqual([['b', '/ws/f', 'complete', [1, 2]]]);
    const complaint = command(
      'b',
      'head -n 2 f; ls nope',
      `${long.slice(0, 2).join('\n')}\nls: nope`,
      {},
      { stderr: 'ls: nope' },
    );
    expect(reads(complaint)).toEqual([['b', '/ws/f', 'unknown-range']]);
  });

  it('is a preview where the output is large, if the record says so', () => {
    const file = fullRead('r', '/ws/f', text);
    const preview = (start: string) =>
      `<persisted-output>\nOutput too large (111KB). Full output saved to: /x/y.txt\n\nPreview (first 2KB):\n${start}\n...\n</persisted-output>`;
    const record = { persistedOutputPath: '/x/y.txt', stdout: long.join('\n') };
    const shown = preview(long.slice(0, 9).join('\n'));
    expect(reads([...file, ...command('b', 'cat f', shown, {}, record)])[1]).toEqual([
      'b',
      '/ws/f',
      'truncated',
      [1, 9],
    ]);
    const within = preview(`${long.slice(0, 9).join('\n')}\nli`);
    const [, cut] = ofKind(events([...file, ...command('b', 'cat f', within, {}, record)]), 'read');
    expect(cut).toMatchObject({ outcome: 'truncated', returned: [[1, 9]], cutLines: [10] });
    // A file that looks like this is printed like any other.
    const odd = `${shown}\n`;
    const oddRows = [...fullRead('r', '/ws/odd', odd), ...command('b', 'cat odd', shown)];
    expect(reads(oddRows)[1]).toEqual(['b', '/ws/odd', 'complete', [1, 15]]);
    expect(reads(command('b', 'cat f', shown))).toEqual([['b', '/ws/f', 'unknown-range']]);
  });

  it('is cut within a line in older versions', () => {
    const shown = `${long.slice(0, 3).join('\n')}\nlin\n\n... [36 lines truncated] ...`;
    const rows = [...fullRead('r', '/ws/f', text), ...command('b', 'cat f', shown)];
    const [, read] = ofKind(events(rows), 'read');
    expect(read).toMatchObject({ outcome: 'truncated', returned: [[1, 3]], cutLines: [4] });
  });

  it('may be settled by a later read, given before it', () => {
    const rows = [...command('b', 'cat f', long.join('\n')), ...fullRead('r', '/ws/f', text)];
    const all = events(rows).filter((event) => event.kind === 'read' || event.kind === 'delivered');
    expect(all).toMatchObject([
      {
        kind: 'read',
        call: 'b',
        outcome: 'unknown-range',
        unplaced: { claim: { from: 1, to: null }, cut: false },
      },
      { kind: 'delivered', call: 'b', form: 'shell', returned: [[1, 40]] },
      { kind: 'read', call: 'r', returned: [[1, 40]] },
    ]);
  });

  it.each([
    ['a program that ran', command('x', 'npm run format', 'ok')],
    ['an edit', command('x', 'echo y >> f', '')],
    ['a compaction', [system('compact_boundary', { compactMetadata: {} })]],
  ])('is not settled after %s', (_, between) => {
    const rows = [...command('b', 'cat f', long.join('\n')), ...between, ...fullRead('r', '/ws/f', text)];
    expect(ofKind(events(rows), 'delivered')).toEqual([]);
  });

  it('does not trust the end of a file after a program ran', () => {
    const tail = (between: Rows) =>
      reads([
        ...fullRead('r', '/ws/f', text),
        ...between,
        ...command('b', 'tail -n 2 f', 'line 39\nline 40'),
      ])[1];
    expect(tail([])).toEqual(['b', '/ws/f', 'complete', [39, 40]]);
    expect(tail(command('x', 'git status', 'clean'))).toEqual(['b', '/ws/f', 'complete', [39, 40]]);
    expect(tail(command('x', 'python3 fix.py', 'done'))).toEqual(['b', '/ws/f', 'unknown-range']);
    expect(tail(command('x', 'sed -i 1d f', ''))).toEqual(['b', '/ws/f', 'unknown-range']);
    // Within one command, the change may come first.
    const rows = [
      ...fullRead('r', '/ws/f', text),
      ...command('b', 'sed -i 1d f && tail -n 2 f', 'line 39\nline 40'),
    ];
    expect(reads(rows)[1]).toEqual(['b', '/ws/f', 'unknown-range']);
  });

  it('follows the shell, also between the calls of one message', () => {
    const calls = [bash('b1', 'cd sub'), bash('b2', 'head -n 1 f')];
    const rows = [
      ...message('m', calls),
      bashResult('b1', '', { cwd: '/ws/sub' }),
      bashResult('b2', 'x', { cwd: '/ws/sub' }),
    ];
    expect(reads(rows)).toEqual([['b2', '/ws/sub/f', 'complete', [1, 1]]]);
    const back = [
      ...message('m', calls),
      bashResult('b1', '', { cwd: '/ws' }),
      bashResult('b2', 'x', { cwd: '/ws' }),
    ];
    expect(reads(back)).toEqual([['b2', '/ws/f', 'complete', [1, 1]]]);
    const later = [
      ...command('b1', 'cd sub', '', { cwd: '/ws/sub' }),
      ...message('m', [bash('b2', 'head -n 1 ../f')], { cwd: '/ws/sub' }),
      bashResult('b2', 'x'),
    ];
    expect(reads(later)).toEqual([['b2', '/ws/f', 'complete', [1, 1]]]);
  });

  it('fails', () => {
    const missing = "Exit code 3\nsed: can't read nope: No such file or directory";
    const rows = [...message('m', [bash('b', 'sed -n 1,3p nope; exit 3')]), failure('b', missing)];
    expect(ofKind(events(rows), 'read')).toMatchObject([
      { path: '/ws/nope', outcome: 'failed', error: 'not-found', returned: [] },
    ]);
    const denied = [
      ...message('m', [bash('b', 'cat f > g')]),
      failure('b', 'PreToolUse:Bash hook error: no', { toolDenialKind: 'x' }),
    ];
    expect(ofKind(events(denied), 'document-changed')).toEqual([]);
    const background = command('b', 'head -n 1 f', 'x', {}, { backgroundTaskId: 'bash_1' });
    expect(reads(background)).toEqual([['b', '/ws/f', 'unknown-range']]);
  });

  it('changes the files that the agent noticed', () => {
    const hunks = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-line 1', '+LINE 1'] }];
    const diff = {
      bashEditDiff: { files: [{ filePath: '/ws/f', hunks }], changedFiles: ['/ws/f', '/ws/g'] },
    };
    const all = events([
      ...fullRead('r', '/ws/f', text),
      ...command('b', 'python3 fix.py', '', {}, diff),
      ...command('c', 'cat f', ['LINE 1', ...long.slice(1)].join('\n')),
    ]);
    expect(ofKind(all, 'document-changed').map((event) => event.path)).toEqual(['/ws/f', '/ws/g']);
    expect(ofKind(all, 'command')).toMatchObject([{ command: 'python3 fix.py', outcome: 'ok' }]);
    expect(ofKind(all, 'read')[1]).toMatchObject({ call: 'c', outcome: 'complete', returned: [[1, 40]] });
  });

  it('knows whether a change came before a read of the same command', () => {
    const hunks = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 0, lines: ['-line 1'] }];
    const diff = { bashEditDiff: { files: [{ filePath: '/ws/f', hunks }], changedFiles: ['/ws/f'] } };
    const last = (run: string, shown: string, record: object) =>
      reads([...fullRead('r', '/ws/f', text), ...command('b', run, shown, {}, record)])[1];
    expect(last('sed -i 1d f && tail -n 2 f', 'line 39\nline 40', diff)).toEqual([
      'b',
      '/ws/f',
      'complete',
      [38, 39],
    ]);
    expect(last('tail -n 2 f && sed -i 1d f', 'line 39\nline 40', diff)).toEqual([
      'b',
      '/ws/f',
      'complete',
      [39, 40],
    ]);
    expect(last('sed -i 1d f && tail -n 2 f', 'line 39\nline 40', {})).toEqual([
      'b',
      '/ws/f',
      'unknown-range',
    ]);
    expect(last('python3 x.py; tail -n 2 f', 'line 39\nline 40', diff)).toEqual([
      'b',
      '/ws/f',
      'unknown-range',
    ]);
    const twice = 'tail -n 1 f; sed -i 1d f; tail -n 1 f';
    expect(last(twice, 'line 40\nline 40', diff)).toEqual(['b', '/ws/f', 'unknown-range']);
  });

  it('knows a file that the command made', () => {
    const hunks = [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 3, lines: ['+', '+one', '+two'] }];
    const diff = {
      bashEditDiff: { files: [{ filePath: '/ws/g', hunks, created: true }], changedFiles: ['/ws/g'] },
    };
    const rows = command('b', "printf '\\none\\ntwo\\n' > g; cat g", 'one\ntwo', {}, diff);
    expect(reads(rows)).toEqual([['b', '/ws/g', 'complete', [2, 3]]]);
  });

  it('reads the same lines once in one answer', () => {
    expect(reads(command('b', 'head -n 1 f; head -n 1 f', 'x\nx'))).toEqual([
      ['b', '/ws/f', 'complete', [1, 1]],
    ]);
  });

  it('may have lost the indentation of its first line to a reminder', () => {
    const indented = ['  line 3', 'line 4', 'line 5'].join('\n');
    const rows = (before: Rows, after: Rows) => [
      ...before,
      ...command('b', "sed -n '3,5p' f", indented),
      ...after,
    ];
    const reminder = (fields: object = {}) => [attachment({ type: 'todo_reminder' }, fields)];
    const rendered = { rendered: [{ content: 'x' }] };
    const snapshot = (reminderFold: boolean) => [attachment({ type: 'prompt_snapshot', reminderFold })];
    const whole = ['b', '/ws/f', 'complete', [3, 5]];
    const cut = ['b', '/ws/f', 'truncated', [4, 5]];
    // A version that writes no attachments: nothing tells.
    expect(reads(rows([], [says('n', 'on')]))).toEqual([cut]);
    expect(reads(rows(reminder(), [says('n', 'on')]))).toEqual([whole]);
    expect(reads(rows(reminder(), [...reminder(), says('n', 'on')]))).toEqual([cut]);
    // A version that says what it sends, and whether it is folded.
    expect(
      reads(rows([...snapshot(false), ...reminder(rendered)], [...reminder(rendered), says('n', 'on')])),
    ).toEqual([whole]);
    expect(
      reads(rows([...snapshot(true), ...reminder(rendered)], [...reminder(rendered), says('n', 'on')])),
    ).toEqual([cut]);
    expect(reads(rows([...snapshot(true), ...reminder(rendered)], [...reminder(), says('n', 'on')]))).toEqual(
      [whole],
    );
    const plain = command('b', "sed -n '3,5p' f", 'line 3\nline 4\nline 5');
    expect(reads([...plain, says('n', 'on')])).toEqual([whole]);
  });

  it('of a subagent has no record, and is credited the same', () => {
    const sub = { isSidechain: true, agentId: 'a1' };
    const rows = [
      ...message('m', [bash('b', "sed -n '3,5p' f")], sub),
      result('b', long.slice(2, 5).join('\n'), undefined, sub),
    ];
    expect(reads(rows)).toEqual([['b', '/ws/f', 'complete', [3, 5]]]);
  });

  it('glimpses what a grep shows', () => {
    expect(
      ofKind(events(command('b', "grep -n 'x' f", numbered(['x', 'y'], 7, ':'))), 'search'),
    ).toMatchObject([{ tool: 'grep', glimpsed: [{ path: '/ws/f', lines: [[7, 8]] }] }]);
  });
});
