import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/agents/adapter';
import type { AgentEvent } from '../../../../src/tracker/event';
import { hasher, message, read, readOf, session, type Told, tool } from './rows';

/** The events of the last of some calls. */
function last(...calls: readonly (readonly [name: string, told: Told])[]): AgentEvent[] {
  const rows = calls.map(([name, told], i) => tool(`prt_${i}`, 'msg_1', name, told));
  const events = read(session(), message('msg_1'), ...rows);
  return events.filter(({ call }) => call === `call_${calls.length - 1}`);
}

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}`);
const whole = lines(1, 100);
const wrote: readonly [string, Told] = [
  'write',
  { input: { filePath: 'a.ts', content: whole.join('\n') }, metadata: { exists: false } },
];
const bash = (command: string, output: string, metadata: JsonObject = { exit: 0, truncated: false }) =>
  ['bash', { input: { command }, output, metadata }] as const;

describe('the shell', () => {
  it('gives what it printed, from the folder of the session or the one that is named', () => {
    expect(last(bash('cat a.ts', 'line 1\nline 2\n'))).toMatchObject([
      { kind: 'read', form: 'shell', path: '/ws/a.ts', returned: [[1, 2]], totalLines: 2 },
    ]);
    const told: Told = {
      input: { command: 'cat a.ts', workdir: 'sub' },
      output: 'x\n',
      metadata: { exit: 0 },
    };
    expect(last(['bash', told])).toMatchObject([{ path: '/ws/sub/a.ts' }]);
    expect(last(bash('cat a.ts', '(no output)'))).toMatchObject([{ kind: 'read', outcome: 'empty' }]);
  });

  it('gives the end of a large output, placed where the end of the file is known', () => {
    const output = `...output truncated...\n\nFull output saved to: /home/dev/.local/share/opencode/tool-output/tool_1\n\n${lines(60, 100).join('\n')}\n`;
    const cat = bash('cat a.ts', output, { exit: 0, truncated: true, output: lines(90, 100).join('\n') });
    expect(last(wrote, cat)).toMatchObject([{ kind: 'read', returned: [[60, 100]], outcome: 'truncated' }]);
    expect(last(cat)).toMatchObject([{ kind: 'read', returned: [] }]);
  });

  it('gives the start of a large output in other versions', () => {
    const hint =
      'The tool call succeeded but the output was truncated. Full output saved to: /x\nUse Grep to search the full content or Read with offset/limit to view specific sections.';
    const output = `${lines(1, 40).join('\n')}\n\n...60 lines truncated...\n\n${hint}`;
    expect(last(bash('cat a.ts', output, { exit: 0, truncated: true }))).toMatchObject([
      { kind: 'read', returned: [[1, 40]], totalLines: null, outcome: 'truncated' },
    ]);
  });

  it('takes the words of a file for the agent’s own only where the record says that it cut', () => {
    const text = `...output truncated...\n\nFull output saved to: /x\n\n${lines(60, 100).join('\n')}\n`;
    expect(last(wrote, bash('cat b.ts', text))).toMatchObject([{ returned: [[1, 45]], totalLines: 45 }]);
  });

  it('does not credit what a command that was ended may not have printed', () => {
    const output =
      'line 1\nline 2\n\n<bash_metadata>\nbash tool terminated command after exceeding timeout 120000 ms\n</bash_metadata>';
    const [event] = last(bash('cat a.ts', output, { exit: null }));
    expect(event).toMatchObject({ kind: 'read', totalLines: null });
    expect(last(bash('cat a.ts', 'cat: a.ts: No such file or directory\n', { exit: 1 }))).toMatchObject([
      { kind: 'read', outcome: 'failed' },
    ]);
  });
});

describe('an edit', () => {
  const diff = (body: string) =>
    `Index: /ws/a.ts\n===\n--- /ws/a.ts\n+++ /ws/a.ts\n@@ -4,3 +4,3 @@\n${body}\n`;
  const edit = (metadata: JsonObject, input: JsonObject = {}): readonly [string, Told] => [
    'edit',
    { input: { filePath: 'a.ts', oldString: 'x', newString: 'y', ...input }, output: 'ok', metadata },
  ];
  const hunks = [{ oldStart: 5, oldLines: 1, newStart: 5, newLines: 1 }];

  it('tells its lines, and their texts where a line of the diff is known to stand so', () => {
    const body = diff(' line 4\n-line 5\n+new\n line 6');
    const [event] = last(wrote, edit({ diff: body }));
    expect(event).toMatchObject({ kind: 'edit', outcome: 'ok', hunks, lines: [[5, 5]] });
    expect(event).toHaveProperty('lineHashes', hasher.each(['new']));
    // Nothing is known of the file: the agent may have taken the indentation away.
    expect(last(edit({ diff: body }))[0]).toMatchObject({ hunks, lines: [[5, 5]] });
    expect(last(edit({ diff: body }))[0]).not.toHaveProperty('lineHashes');
  });

  it('believes texts that are still indented, and those of the whole new text', () => {
    const indented = diff('   a\n-  b\n+  c\n ');
    expect(last(edit({ diff: indented }))[0]).toHaveProperty('lineHashes', hasher.each(['  c']));
    const trimmed = diff(' a\n-b\n+c\n d');
    const after = '1\n2\n3\n  a\n  c\n  d\n';
    expect(last(edit({ diff: trimmed, filediff: { after } }))[0]).toHaveProperty(
      'lineHashes',
      hasher.each(['  c']),
    );
  });

  it('does not take an indentation for known that the diff has lost', () => {
    const content = lines(1, 9)
      .map((line) => `  ${line}`)
      .join('\n');
    const written: readonly [string, Told] = ['write', { input: { filePath: 'a.ts', content } }];
    const [event] = last(written, edit({ diff: diff(' line 4\n-line 5\n+new\n line 6') }));
    expect(event).toMatchObject({ hunks });
    expect(event).not.toHaveProperty('lineHashes');
  });

  it('of nothing gives the whole content', () => {
    expect(last(edit({}, { oldString: '', newString: 'a\nb\n' }))).toMatchObject([
      { kind: 'write', path: '/ws/a.ts', totalLines: 2 },
    ]);
  });

  it('in several steps is told step by step', () => {
    const results = [
      { diff: diff(' line 4\n-line 5\n+new\n line 6') },
      { diff: diff(' line 4\n-new\n+newer\n line 6') },
    ];
    expect(
      last(wrote, ['multiedit', { input: { filePath: 'a.ts' }, output: 'ok', metadata: { results } }]),
    ).toMatchObject([
      { kind: 'edit', hunks },
      { kind: 'edit', hunks },
    ]);
  });

  it('that tells nothing of what it changed is told all the same', () => {
    expect(last(edit({}))).toMatchObject([{ kind: 'edit', outcome: 'ok' }]);
    expect(last(edit({ diff: diff('+lines\n that do not count') }))[0]).not.toHaveProperty('hunks');
    expect(last(['edit', { input: {}, output: 'ok' }])).toEqual([]);
    expect(last(['write', { input: { filePath: 'a.ts' }, error: 'no' }])).toMatchObject([
      { outcome: 'failed' },
    ]);
  });
});

describe('a patch of several files', () => {
  const patchText =
    '*** Begin Patch\n*** Add File: new.ts\n+one\n+two\n*** Update File: a.ts\n*** Move to: b.ts\n@@\n-x\n+y\n*** Delete File: c.ts\n*** End Patch';
  const added = '@@ -0,0 +1,2 @@\n+one\n+two\n';
  const updated = '@@ -3,1 +3,1 @@\n-x\n+y\n';

  it('is told file by file', () => {
    const files = [
      { filePath: '/ws/new.ts', type: 'add', patch: added },
      { filePath: '/ws/a.ts', type: 'move', movePath: '/ws/b.ts', patch: updated },
      { filePath: '/ws/c.ts', type: 'delete', patch: '' },
      { filePath: '/ws/d.ts', type: 'add', diff: '', before: '', after: 'all\n' },
    ];
    expect(last(['apply_patch', { input: { patchText }, output: 'ok', metadata: { files } }])).toMatchObject([
      { kind: 'edit', path: '/ws/new.ts', lines: [[1, 2]], lineHashes: hasher.each(['one', 'two']) },
      { kind: 'rename', from: '/ws/a.ts', to: '/ws/b.ts' },
      { kind: 'edit', path: '/ws/b.ts', lines: [[3, 3]] },
      { kind: 'delete', path: '/ws/c.ts' },
      { kind: 'write', path: '/ws/d.ts', totalLines: 1 },
    ]);
  });

  it('is told by the names in it where there is no record', () => {
    expect(last(['patch', { input: { patchText }, output: 'ok' }])).toMatchObject([
      { kind: 'edit', path: '/ws/new.ts' },
      { kind: 'rename', from: '/ws/a.ts', to: '/ws/b.ts' },
      { kind: 'edit', path: '/ws/b.ts' },
      { kind: 'delete', path: '/ws/c.ts' },
    ]);
    expect(last(['patch', { input: { patchText }, error: 'no' }])).toMatchObject([
      { outcome: 'failed' },
      { outcome: 'failed' },
      { outcome: 'failed' },
    ]);
  });
});

describe('a search', () => {
  it('glimpses the lines below each file’s name', () => {
    const output =
      'Found 3 matches\n/ws/a.ts:\n  Line 4: /ws/b.ts:\n  Line 5: y\n\n/ws/c:d.ts:\n  Line 9: z\n';
    expect(last(['grep', { input: { pattern: 'x' }, output }])).toMatchObject([
      {
        kind: 'search',
        tool: 'grep',
        glimpsed: [
          { path: '/ws/a.ts', lines: [[4, 5]] },
          { path: '/ws/c:d.ts', lines: [[9, 9]] },
        ],
      },
    ]);
    expect(last(['glob', { input: { pattern: '*' }, output: '/ws/a.ts' }])).toMatchObject([{ glimpsed: [] }]);
  });
});

describe('tools of other servers', () => {
  it('are known by the name of the filesystem server’s own', () => {
    const told: Told = { input: { path: '/ws/a.ts' }, output: 'one\ntwo\n', metadata: { truncated: false } };
    expect(last(['fs_read_text_file', told])).toMatchObject([
      { kind: 'read', path: '/ws/a.ts', returned: [[1, 2]] },
    ]);
    const cut: Told = { ...told, metadata: { truncated: true } };
    expect(last(['fs_read_text_file', cut])).toMatchObject([{ kind: 'read', returned: [] }]);
  });
});

it('reads of one file by shell and tool agree', () => {
  const events = read(
    session(),
    message('msg_1'),
    readOf('prt_1', 'msg_1', 3, 9),
    tool('prt_2', 'msg_1', 'bash', {
      input: { command: "sed -n '3,9p' a.ts" },
      output: `${lines(3, 9).join('\n')}\n`,
      metadata: { exit: 0 },
    }),
  );
  const [first, second] = events.filter((event) => event.kind === 'read');
  expect(second).toMatchObject({ returned: [[3, 9]] });
  expect(second?.lineHashes).toEqual(first?.lineHashes);
});
