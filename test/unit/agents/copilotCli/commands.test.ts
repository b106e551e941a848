import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/agents/adapter';
import type { AgentEvent } from '../../../../src/tracker/event';
import { events, failure, message, ofKind, result, row, START } from './sessions';

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}`).join('\n');

const ended = (code = 0, shell = 0) => `\n<shellId: ${shell} completed with exit code ${code}>`;
const running = (shell: string) =>
  `\n<command with shellId: ${shell} is still running after 30 seconds. The command is still running. Use read_bash to wait.>`;

/** Commands of one session, each a message of its own. */
function run(
  ...calls: readonly (readonly [name: string, args: object, text: string, more?: object])[]
): AgentEvent[] {
  const rows = calls.flatMap(([name, args, text, more = {}], i): JsonObject[] => [
    ...message(`m${i}`, [{ id: `c${i}`, name, args }]),
    result(`c${i}`, text, more),
  ]);
  return events([START, ...rows]);
}

const readsOf = (all: readonly AgentEvent[]) =>
  ofKind(all, 'read').map(({ call, returned, outcome }) => ({ call, returned, outcome }));

describe('a command of Copilot CLI', () => {
  it('is credited with what fills the lines that it asks for', () => {
    const [read] = ofKind(
      run(['bash', { command: "sed -n '2,4p' a.txt" }, numbered(2, 4) + ended()]),
      'read',
    );
    expect(read).toMatchObject({ path: '/ws/a.txt', returned: [[2, 4]], outcome: 'complete', form: 'shell' });
    const older = run([
      'bash',
      { command: "sed -n '2,4p' a.txt" },
      `${numbered(2, 4)}\n<exited with exit code 0>`,
    ]);
    expect(readsOf(older)).toMatchObject([{ returned: [[2, 4]] }]);
  });

  it('is credited with nothing that may have lost blank lines at its start, or whose end is not told', () => {
    const args = { command: "sed -n '2,4p' a.txt" };
    expect(readsOf(run(['bash', args, numbered(3, 4) + ended()]))).toMatchObject([{ returned: [] }]);
    expect(readsOf(run(['bash', args, numbered(2, 4)]))).toMatchObject([{ returned: [] }]);
    // Only the last such words are the agent's.
    const imitated = run(['bash', args, `a\nb\n<exited with exit code 0>${ended()}`]);
    expect(readsOf(imitated)).toMatchObject([{ returned: [[2, 4]] }]);
  });

  it('has failed where it says so', () => {
    const [command] = ofKind(run(['bash', { command: 'npm test' }, `x${ended(1)}`]), 'command');
    expect(command).toMatchObject({ command: 'npm test', outcome: 'failed' });
    const missing = `cat: a.txt: No such file or directory${ended(1)}`;
    expect(ofKind(run(['bash', { command: 'cat a.txt' }, missing]), 'read')[0]).toMatchObject({
      outcome: 'failed',
      error: 'not-found',
    });
  });

  it('shows the start of a large output, as far as its lines are known', () => {
    const words = (text: string) =>
      `Output too large to read at once (111.0 KB). Saved to: /tmp/x.txt\nConsider using tools like grep.\n\nPreview (first 500 chars):\n${text}${ended()}`;
    const handled = { toolTelemetry: { properties: { largeOutputHandled: 'true' } } };
    const args = { command: 'head -n 900 a.txt' };
    const known = ['view', { path: '/ws/a.txt', view_range: [1, 3] }, numbered(1, 3)] as const;
    expect(readsOf(run(known, ['bash', args, words(numbered(1, 3)), handled]))[1]).toMatchObject({
      returned: [[1, 3]],
      outcome: 'truncated',
    });
    // The line at the cut may have been cut.
    expect(readsOf(run(known, ['bash', args, words(numbered(1, 4)), handled]))[1]?.returned).toEqual([
      [1, 3],
    ]);
    // A file may look like this, too: without the record only known lines are believed.
    expect(readsOf(run(['bash', args, words(numbered(1, 3))]))[0]?.returned).toEqual([]);
  });

  it('gives its output to the call that it came with', () => {
    const args = { command: 'cat a.txt', mode: 'async' };
    const started = ['bash', args, '<command started in background with shellId: 7>'] as const;
    const known = ['view', { path: '/ws/a.txt' }, `${numbered(1, 3)}\n`] as const;
    const polled = ['read_bash', { shellId: '7', delay: 5 }, numbered(1, 3) + ended(0, 7)] as const;
    expect(readsOf(run(known, started, polled))).toMatchObject([
      { call: 'c0' },
      { call: 'c2', returned: [[1, 3]], outcome: 'complete' },
    ]);
    // Nothing was printed before it was asked for.
    const waiting = ['bash', { command: 'cat a.txt' }, running('7')] as const;
    expect(readsOf(run(known, waiting, polled))[1]).toMatchObject({ call: 'c2', returned: [[1, 3]] });
    // The rest of an output, or all of it once more: that cannot be told.
    const some = ['bash', { command: 'cat a.txt' }, `line 1${running('7')}`] as const;
    expect(readsOf(run(known, some, polled)).map(({ call }) => call)).toEqual(['c0', 'c1']);
    expect(readsOf(run(known, started, polled, polled))).toHaveLength(2);
    // What the model types into a command is shown with its output.
    const fed = ['write_bash', { shellId: '7', input: 'y{enter}' }, numbered(1, 3) + ended(0, 7)] as const;
    expect(readsOf(run(known, started, fed))).toHaveLength(1);
  });

  it('starts in the folder of the session, or goes on in a shell that the model named', () => {
    const read = ['bash', { command: "sed -n '1,2p' a.txt" }, numbered(1, 2) + ended()] as const;
    const cd = ['bash', { command: 'cd sub' }, ended()] as const;
    expect(ofKind(run(cd, read), 'read')[0]?.path).toBe('/ws/a.txt');
    const named = (call: readonly [string, object, string]) =>
      [call[0], { ...call[1], sessionId: 'main' }, call[2]] as const;
    expect(ofKind(run(named([...cd]), named([...read])), 'read')[0]?.path).toBe('/ws/sub/a.txt');
    const away = ['bash', { command: 'cd "$(mktemp -d)"' }, ended()] as const;
    expect(ofKind(run(named([...away]), named([...read])), 'read')).toEqual([]);
  });

  it('is no deed of the agent where a person ran it, or it was refused', () => {
    const own = [
      row('tool.user_requested', { toolCallId: 'u', toolName: 'bash', arguments: { command: 'rm a.txt' } }),
      row('tool.execution_start', {
        toolCallId: 'u',
        toolName: 'bash',
        arguments: { command: 'rm a.txt' },
        turnId: '0',
      }),
      result('u', ended()),
    ];
    expect(events([START, ...own]).map(({ kind }) => kind)).toEqual(['session-start']);
    const denied = [
      ...message('m', [{ id: 'c', name: 'bash', args: { command: 'rm a.txt' } }]),
      failure('c', 'no', 'denied'),
    ];
    expect(ofKind(events([START, ...denied]), 'delete')).toEqual([]);
  });
});

const diffOf = (path: string, ...rows: readonly string[]) =>
  [
    '',
    `diff --git a${path} b${path}`,
    'index 0000000..0000000 100644',
    `--- a${path}`,
    `+++ b${path}`,
    ...rows,
    '',
  ].join('\n');

describe('changes that Copilot CLI makes', () => {
  const edit = (...rows: readonly string[]) =>
    ofKind(
      run([
        'edit',
        { path: '/ws/a.txt', old_str: 'a', new_str: 'b' },
        'File /ws/a.txt updated with changes.',
        { result: { content: 'x', detailedContent: diffOf('/ws/a.txt', ...rows) } },
      ]),
      'edit',
    )[0];

  it('are told by the diff', () => {
    expect(edit('@@ -1,3 +1,4 @@', ' a', '-b', '+B', '+B2', ' c')).toMatchObject({
      outcome: 'ok',
      lines: [[2, 3]],
      hunks: [{ oldStart: 2, oldLines: 1, newStart: 2, newLines: 2 }],
    });
    expect(edit('no hunk')).toEqual(expect.not.objectContaining({ hunks: expect.anything() }));
  });

  it('do not count the empty text after the last line', () => {
    expect(edit('@@ -1,2 +1,3 @@', ' a', '-b', '+b', '+')).toMatchObject({
      lines: [[2, 2]],
      hunks: [{ oldStart: 2, oldLines: 1, newStart: 2, newLines: 1 }],
    });
    expect(edit('@@ -1,3 +1,2 @@', ' a', '-b', '-', '+b')).toMatchObject({
      hunks: [{ oldStart: 2, oldLines: 1, newStart: 2, newLines: 1 }],
    });
    expect(edit('@@ -1,1 +1,2 @@', ' a', '+')).toMatchObject({ lines: [], hunks: [] });
    // A blank line that is followed by others is one.
    expect(edit('@@ -1,2 +1,3 @@', ' a', '+', ' b')).toMatchObject({ lines: [[2, 2]] });
  });

  it('give new files their content; over a file that fails', () => {
    const args = { path: '/ws/new.txt', file_text: 'a\n\nb\n' };
    const made = run(
      ['create', args, 'Created file'],
      ['bash', { command: 'tail -n 1 new.txt' }, `b${ended()}`],
    );
    expect(ofKind(made, 'write')).toMatchObject([{ path: '/ws/new.txt', totalLines: 3, outcome: 'ok' }]);
    expect(readsOf(made)).toMatchObject([{ returned: [[3, 3]] }]);
    const over = [...message('m', [{ id: 'c', name: 'create', args }]), failure('c', 'File already exists')];
    expect(ofKind(events([START, ...over]), 'write')).toMatchObject([{ outcome: 'failed' }]);
  });

  it('of a patch are told file by file', () => {
    const patch =
      '*** Begin Patch\n*** Add File: new.txt\n+a\n*** Update File: a.txt\n@@\n-b\n+B\n*** Delete File: old.txt\n*** End Patch';
    const detailedContent =
      '\ndiff --git a/ws/new.txt b/ws/new.txt\ncreate file mode 100644\n--- a/dev/null\n+++ b/ws/new.txt\n@@ -1,0 +1,1 @@\n+a\n' +
      diffOf('/ws/a.txt', '@@ -1,3 +1,3 @@', ' a', '-b', '+B', ' c') +
      'diff --git a/ws/old.txt b/ws/old.txt\ndelete file mode 100644\n--- a/ws/old.txt\n+++ b/dev/null\n@@ -1,1 +1,0 @@\n-a\n';
    const fileEdits = ['new.txt', 'a.txt', 'old.txt'].map((name) => ({ path: `/ws/${name}`, kind: 'edit' }));
    const call = { id: 'c', name: 'apply_patch', args: patch };
    const applied = (more: object) =>
      events([START, ...message('m', [call]), result('c', 'Success', more)]).filter(
        ({ call: of }) => of === 'c',
      );
    expect(applied({ fileEdits, result: { content: 'Success', detailedContent } })).toMatchObject([
      { kind: 'write', path: '/ws/new.txt', totalLines: 1 },
      { kind: 'edit', path: '/ws/a.txt', lines: [[2, 2]] },
      { kind: 'delete', path: '/ws/old.txt' },
    ]);
    // Without diffs, only which files.
    expect(applied({}).map((event) => [event.kind, 'path' in event ? event.path : ''])).toEqual([
      ['edit', '/ws/new.txt'],
      ['edit', '/ws/a.txt'],
      ['edit', '/ws/old.txt'],
    ]);
  });

  it('come by the editor tool of older versions too', () => {
    const tool = 'str_replace_editor';
    const made = run(
      [tool, { command: 'create', path: '/ws/a.txt', file_text: 'a\n' }, 'Created'],
      [tool, { command: 'view', path: '/ws/a.txt', view_range: [1, 1] }, '1. a'],
      [tool, { command: 'str_replace', path: '/ws/a.txt', old_str: 'a', new_str: 'b' }, 'Edited'],
    );
    expect(made.filter(({ call }) => call !== null).map(({ kind }) => kind)).toEqual([
      'write',
      'read',
      'edit',
    ]);
    expect(readsOf(made)).toMatchObject([{ returned: [[1, 1]] }]);
  });
});

describe('tools of servers', () => {
  it('are heard where they are those of the filesystem server', () => {
    const args = { path: '/ws/a.txt' };
    const started = row('tool.execution_start', {
      toolCallId: 'c',
      toolName: 'fs-read_text_file',
      arguments: args,
      mcpServerName: 'fs',
      mcpToolName: 'read_text_file',
    });
    const [asked] = message('m', [{ id: 'c', name: 'fs-read_text_file', args }]);
    const all = events([START, asked ?? {}, started, result('c', 'a\nb\n', { toolTelemetry: {} })]);
    expect(ofKind(all, 'read')).toMatchObject([{ path: '/ws/a.txt', call: 'c' }]);
  });
});
